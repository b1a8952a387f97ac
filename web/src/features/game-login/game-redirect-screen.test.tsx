// @vitest-environment happy-dom
/** /game-redirect opened again after the session has ended. A badge session ends with its hand-over (DESIGN A6, A24). */
import type { Endpoint } from "@storyport/contract/endpoint";
import { consentToGameLogin, finishGameLogin } from "@storyport/contract/game-login";
import type { LoginType } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { cleanup, render, screen } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { createCall } from "#/api/call.ts";
import type { Call } from "#/api/call.ts";
import { createBrowserCurrentChoice } from "#/features/login-state/current-choice.ts";
import { createBrowserLoginState } from "#/features/login-state/login-state.ts";
import type { Visitor } from "#/features/login/visitor.ts";
import { aPortal, kari } from "#/features/login/logged-in.fixture.ts";
import { PortalContext } from "#/shell/portal.ts";
import { answered } from "#/shell/logged-in-page.fixture.tsx";
import { GameRedirectScreen } from "./game-redirect-screen.tsx";

const request = { gameId: "1", state: "s", clientCode: "c", callbackUrl: "https://game.test/cb" };

/** The game has redeemed its code. */
const arrived = createCall(async ({ url }) => {
  if (url.includes(consentToGameLogin.path)) return answered({ is: "given", consent: "c".repeat(43) });
  if (!url.includes(finishGameLogin.path)) return answered({ status: "redeemed" });
  return answered({ deeplinkUrl: `${request.callbackUrl}?code=k`, kind: "WEB", handover: "h".repeat(43) });
});

/** Opens the page in this tab. */
function open(visitor: Visitor, search: Partial<typeof request>, call = arrived) {
  const loginState = createBrowserLoginState();
  const portal = { ...aPortal({}), call, visitor, loginState, currentChoice: createBrowserCurrentChoice() };
  const page = render(
    <PortalContext value={portal}>
      <GameRedirectScreen search={search} />
    </PortalContext>,
  );
  return { ...page, loginState };
}

test.each([
  ["QRCODE", () => m["child.arrived"]()],
  ["PASSWORD", () => m["gameLogin.finished"]()],
] as [LoginType, () => string][])(
  "a finished hand-over of a %s session keeps its words after the session has ended",
  async (loginType, heading) => {
    vi.spyOn(location, "assign").mockImplementation(() => undefined);
    onTestFinished(() => {
      cleanup();
      vi.restoreAllMocks();
      sessionStorage.clear();
    });
    const first = open({ is: "known", user: { ...kari, loginType } }, request);
    expect(await screen.findByRole("heading", { name: heading() })).toBeDefined();
    first.unmount();
    open({ is: "nobody", expired: true }, {});
    expect(await screen.findByRole("heading", { name: heading() })).toBeDefined();
  },
);

test("a login whose answer has the deep link alone is finished once the game is opened (specification, section 3)", async () => {
  const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
  onTestFinished(() => {
    cleanup();
    vi.restoreAllMocks();
    sessionStorage.clear();
  });
  const app = { ...request, callbackUrl: "example.storyport.game:/cb" };
  // The contract demands more than the specification, so this answer is not checked against it.
  const call = (async ({ name }: Endpoint) =>
    name === finishGameLogin.name ? { deeplinkUrl: `${app.callbackUrl}?code=k` } : { is: "given", consent: "c".repeat(43) }) as Call;
  const shown = open({ is: "known", user: kari }, app, call);
  expect(await screen.findByRole("heading", { name: "Login finished!" })).toBeDefined();
  expect(screen.getByText("You may now close this page.")).toBeDefined();
  expect(assign.mock.calls).toEqual([[`${app.callbackUrl}?code=k`]]);
  expect(shown.loginState.read()).toEqual({});
  shown.unmount();
  open({ is: "known", user: kari }, {}, call);
  expect(await screen.findByRole("heading", { name: "Login finished!" })).toBeDefined();
  expect(assign).toHaveBeenCalledTimes(1);
});
