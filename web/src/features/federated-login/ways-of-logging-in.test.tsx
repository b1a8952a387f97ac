// @vitest-environment happy-dom
/** Several accounts at one provider: the page says which one a button, a question and a result are about. */
import type { Identity } from "@storyport/contract/federated-login";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { kari } from "#/features/login/logged-in.fixture.ts";
import { formatDay } from "#/shell/dates.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { WaysOfLoggingIn } from "./ways-of-logging-in.tsx";

const google = (end: number, label?: string): Identity => ({
  id: `2f1c8f0a-6d0e-4a57-9c7b-3e5d1b9a4c6${end}`,
  provider: "GOOGLE",
  connectedAt: `2026-01-0${end}T12:00:00.000Z`,
  ...(label !== undefined && { label }),
});

async function open(...connected: Identity[]) {
  let identities = connected;
  await showLoggedIn(<WaysOfLoggingIn user={kari} result={{}} />, ({ method, url }) => {
    if (method !== "DELETE") return answered({ hasPassword: false, providers: ["GOOGLE", "APPLE"], identities });
    identities = identities.filter(({ id }) => !url.endsWith(id));
    return { ...answered(undefined, 204), body: "" };
  });
  await screen.findAllByRole("button", { name: /^Disconnect/ });
}
const press = (name: RegExp) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const question = () => screen.getByRole("alert").textContent;

test("two accounts at a provider have buttons of different names, and the question and the result name the account", async () => {
  await open(google(1, "kari@home.example"), google(2, "kari@school.example"));
  await press(/^Disconnect Google .*kari@school\.example/);
  expect(question()).toContain("kari@school.example");
  expect(question()).not.toContain("You can connect it again");
  await press(/^Disconnect$/);
  await waitFor(() =>
    expect(document.activeElement?.textContent).toMatch(/^The Google account .*kari@school\.example.* is disconnected\.$/),
  );
  await waitFor(() => expect(screen.getAllByRole("button", { name: /^Disconnect/ })).toHaveLength(1));
  expect(screen.queryByRole("button", { name: /^Connect Google/ })).toBeNull();
});

test("the only account at a provider can be connected again, and the question says so", async () => {
  await open(google(1, "kari@home.example"));
  await press(/^Disconnect Google/);
  expect(question()).toContain("You can connect it again at any time.");
  await press(/^Disconnect$/);
  await waitFor(() => expect(screen.getByRole("button", { name: /^Connect Google/ })).toBeTruthy());
});

test("an account without a name is named by its day", async () => {
  await open(google(1), google(2));
  const day = formatDay("2026-01-02T12:00:00.000Z");
  await press(new RegExp(`^Disconnect Google Connected on ${day}`));
  expect(question()).toContain(day);
  await press(/^Disconnect$/);
  await waitFor(() => expect(document.activeElement?.textContent).toBe("The Google account is disconnected."));
});
