// @vitest-environment happy-dom
/** /game-redirect opened again after the session has ended. A badge session ends with its hand-over (DESIGN A6, A24). */
import { consentToGameLogin, finishGameLogin } from "@storyport/contract/game-login";
import type { LoginType } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { cleanup, render, screen } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { createCall } from "#/api/call.ts";
import { createBrowserCurrentChoice } from "#/features/login-state/current-choice.ts";
import { createBrowserLoginState } from "#/features/login-state/login-state.ts";
import type { Visitor } from "#/features/login/visitor.ts";
import { aPortal, kari } from "#/features/login/logged-in.fixture.ts";
import { PortalContext } from "#/shell/portal.ts";
import { answered } from "#/shell/logged-in-page.fixture.tsx";
import { GameRedirectScreen } from "./game-redirect-screen.tsx";

const request = { gameId: "1", state: "s", clientCode: "c", callbackUrl: "https://game.test/cb" };

/** Opens the page in this tab. The game has redeemed its code. */
function open(visitor: Visitor, search: Partial<typeof request>) {
  const call = createCall(async ({ url }) => {
    if (url.includes(consentToGameLogin.path)) return answered({ is: "given", consent: "c".repeat(43) });
    if (!url.includes(finishGameLogin.path)) return answered({ status: "redeemed" });
    return answered({ deeplinkUrl: `${request.callbackUrl}?code=k`, kind: "WEB", handover: "h".repeat(43) });
  });
  const portal = { ...aPortal({}), call, visitor, loginState: createBrowserLoginState(), currentChoice: createBrowserCurrentChoice() };
  return render(
    <PortalContext value={portal}>
      <GameRedirectScreen search={search} />
    </PortalContext>,
  );
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
