// @vitest-environment happy-dom
import { connectIdentity } from "@storyport/contract/federated-login";
import type { Identity } from "@storyport/contract/federated-login";
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import type { ConnectResult } from "./connect-result.ts";
import { useConnecting } from "./use-connecting.ts";

const google: Identity = { id: "2f1c8f0a-6d0e-4a57-9c7b-3e5d1b9a4c60", provider: "GOOGLE", connectedAt: "2026-01-01T00:00:00.000Z" };
const lastWay = answered({ message: "No", code: "errors.lastLoginMethod", requestId: "r" }, 409);

function Ways({ result }: { result: ConnectResult }) {
  const { isBusy, failure, done, leavingFor, connect, disconnect } = useConnecting(result);
  return (
    <>
      <button onClick={() => void connect("GOOGLE")}>Connect</button>
      <button onClick={() => void disconnect(google)}>Disconnect</button>
      <output>{JSON.stringify({ isBusy, failure: failure?.code, done: done?.is, leavingFor })}</output>
    </>
  );
}

async function open(result: ConnectResult, api: Api) {
  await showLoggedIn(<Ways result={result} />, api);
  return () => JSON.parse(screen.getByRole("status").textContent ?? "");
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

test("connecting leaves for the provider, and stays busy until the page is gone", async () => {
  const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
  const state = await open({}, ({ url }) => answered(url.endsWith(connectIdentity.path) ? { url: "https://accounts.google.test/" } : {}));
  await press("Connect");
  await expect.poll(() => assign.mock.calls).toEqual([["https://accounts.google.test/"]]);
  expect(state()).toMatchObject({ isBusy: true, leavingFor: "GOOGLE" });
});

test("a refusal leaves nothing under way", async () => {
  const state = await open({}, () => lastWay);
  await press("Disconnect");
  await expect.poll(state).toEqual({ isBusy: false, failure: "errors.lastLoginMethod" });
});

test("the result of disconnecting is kept until the next step", async () => {
  const answers = [{ status: 204, statusText: "", retryAfter: null, body: "" }, lastWay];
  const state = await open({}, () => answers.shift() ?? lastWay);
  await press("Disconnect");
  await expect.poll(() => state().done).toBe("disconnected");
  await press("Disconnect");
  await expect.poll(state).toEqual({ isBusy: false, failure: "errors.lastLoginMethod" });
});
