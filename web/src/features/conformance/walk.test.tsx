// @vitest-environment happy-dom
import type { Walk as Begun } from "@storyport/contract/conformance";
import { endpointUrl } from "@storyport/contract/endpoint";
import type { GameSettings } from "@storyport/contract/games";
import { issueTokens, revokeToken } from "@storyport/contract/tokens";
import { m } from "@storyport/texts/messages";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { stepsOf } from "./walk-requests.ts";
import { WalkAnswerShown } from "./walk-step.tsx";
import { Walk } from "./walk.tsx";

const begun: Begun = {
  runId: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100",
  issuer: "https://portal.example/conformance/0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100",
  callbackUrl: "https://portal.example/bench",
  isOpenid: false,
  endsAt: "2026-11-23T09:00:00.000Z",
};

test("a walk that begins has the focus before its first step, so that the next Tab leads into it", async () => {
  await showLoggedIn(<Walk game={{ gameId: 7, maxScope: "PLAYERGROUP" } as GameSettings} />, () => answered(begun, 201));
  await act(async () => screen.getByRole("button", { name: m["bench.walkStart"]() }).click());
  await waitFor(() => expect(document.activeElement?.tagName).toBe("P"));
  const send = screen.getByRole("button", { name: m["bench.walkSend"]() });
  expect(document.activeElement?.compareDocumentPosition(send)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("the code of a refusal is not explained as a game code", async () => {
  const refused = { message: "The run has ended", code: "errors.conformanceRunEnded", requestId: "r" };
  await showLoggedIn(<WalkAnswerShown step="token" answer={{ status: 410, parts: refused }} isRight={false} />, () => answered({}));
  const row = screen.getByRole("row", { name: /errors\.conformanceRunEnded/ });
  expect(row.textContent).toContain(m["bench.walkPart_error"]());
  expect(row.textContent).not.toContain(m["bench.walkPart_code"]());
});

test("a failed end of a walk is forgotten when the walk is started again", async () => {
  await showLoggedIn(<Walk game={{ gameId: 7, maxScope: "PLAYERGROUP" } as GameSettings} />, ({ url }) =>
    url.endsWith("/end") ? answered({ message: "Busy", code: "errors.busy", requestId: "r" }, 503) : answered(begun, 201),
  );
  const press = async (name: string) => {
    const button = await screen.findByRole("button", { name });
    await act(async () => button.click());
  };
  await press(m["bench.walkStart"]());
  await press(m["bench.walkEnd"]());
  await waitFor(() => expect(screen.queryAllByRole("alert")).toHaveLength(1));
  await press(m["bench.walkAgain"]());
  await waitFor(() => expect(screen.queryAllByRole("alert")).toEqual([]));
  expect(screen.getByRole("button", { name: m["bench.walkSend"]() })).toBeTruthy();
});

test.each([
  { status: 200, notices: 1 },
  { status: 503, notices: 0 },
])("a walk whose last answer is $status ends with $notices notice of success", async ({ status, notices }) => {
  const json = (body: object, code = 200) => new Response(JSON.stringify(body), { status: code });
  let asked = 0;
  // The portal as the walk's browser meets it. The first refresh token is used twice, which ends the token family.
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.includes("/game-login?")) {
      const state = new URL(url).searchParams.get("state");
      return { redirected: true, url: `${begun.callbackUrl}?code=a&state=${state}&iss=${encodeURIComponent(begun.issuer)}` };
    }
    if (url.endsWith(endpointUrl(revokeToken))) return json({}, status);
    if (!url.endsWith(endpointUrl(issueTokens))) return json({});
    asked += 1;
    return asked > 2 ? json({ error: "invalid_grant" }, 400) : json({ access_token: "t", refresh_token: `r${asked}` });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  await showLoggedIn(<Walk game={{ gameId: 7, maxScope: "PLAYERGROUP" } as GameSettings} />, () => answered(begun, 201));
  await act(async () => screen.getByRole("button", { name: m["bench.walkStart"]() }).click());
  const steps = stepsOf(begun).length;
  for (let sent = 0; sent < steps; sent += 1) {
    const button = await screen.findByRole("button", { name: m["bench.walkSend"]() });
    await act(async () => button.click());
    await waitFor(() => expect(screen.getAllByRole("heading", { level: 3 }).length).toBeGreaterThan(sent));
  }
  await waitFor(() => expect(screen.queryByRole("button", { name: m["bench.walkSend"]() })).toBeNull());
  expect(screen.queryAllByText(m["bench.walkDone"]())).toHaveLength(notices);
});

test("a walk that is ended gives the focus back to the button that began it", async () => {
  await showLoggedIn(<Walk game={{ gameId: 7, maxScope: "PLAYERGROUP" } as GameSettings} />, ({ url }) =>
    url.endsWith("/end") ? answered(undefined, 204) : answered(begun, 201),
  );
  await act(async () => screen.getByRole("button", { name: m["bench.walkStart"]() }).click());
  const end = await screen.findByRole("button", { name: m["bench.walkEnd"]() });
  end.focus();
  await act(async () => end.click());
  await waitFor(() => expect(end.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: m["bench.walkStart"]() }));
});
