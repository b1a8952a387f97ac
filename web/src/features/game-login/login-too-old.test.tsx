// @vitest-environment happy-dom
/** A game demands a more recent login (`prompt=login` or `max_age`). The page asks, and goes on with the same request. */
import { consentToGameLogin, finishGameLogin } from "@storyport/contract/game-login";
import { m } from "@storyport/texts/messages";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createCall } from "#/api/call.ts";
import { createBrowserCurrentChoice } from "#/features/login-state/current-choice.ts";
import { createBrowserLoginState } from "#/features/login-state/login-state.ts";
import { aPortal } from "#/features/login/logged-in.fixture.ts";
import { PortalContext } from "#/shell/portal.ts";
import { answered } from "#/shell/logged-in-page.fixture.tsx";
import { GameRedirectScreen } from "./game-redirect-screen.tsx";

const request = { gameId: "1", state: "s", clientCode: "c", callbackUrl: "https://game.test/cb" };

/** Opens the page. The server refuses the consent until the password is confirmed. */
function open() {
  const consents: unknown[] = [];
  let isConfirmed = false;
  const call = createCall(async ({ method, url, body }) => {
    if (url.includes(consentToGameLogin.path)) {
      consents.push(JSON.parse(body ?? "{}"));
      if (isConfirmed) return answered({ is: "given", consent: "c".repeat(43) });
      return answered({ message: "Old", code: "errors.loginTooOld", requestId: "r" }, 403);
    }
    if (url.endsWith("/sessions/confirm")) {
      if (method === "GET") return answered({ password: true, passkey: false, providers: [], code: false });
      isConfirmed = true;
      return { ...answered(undefined, 204), body: "" };
    }
    if (!url.includes(finishGameLogin.path)) return answered({ status: "redeemed" });
    return answered({ deeplinkUrl: `${request.callbackUrl}?code=k`, kind: "WEB", handover: "h".repeat(43) });
  });
  const portal = { ...aPortal({}), call, loginState: createBrowserLoginState(), currentChoice: createBrowserCurrentChoice() };
  const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
  render(
    <PortalContext value={portal}>
      <GameRedirectScreen search={request} />
    </PortalContext>,
  );
  return { consents, assign };
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test("after the confirmation the same request goes on, and the game opens", async () => {
  const { consents, assign } = open();
  fireEvent.change(await screen.findByLabelText(m["login.password"]()), { target: { value: "Lighthouse-Beam-7" } });
  fireEvent.click(screen.getByRole("button", { name: m["confirmations.confirm"]() }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(`${request.callbackUrl}?code=k`));
  expect(consents).toHaveLength(2);
  expect(consents[1]).toEqual(consents[0]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("without a confirmation the page says why, and can ask again", async () => {
  const { assign } = open();
  // Until the form is there, the question has another button to cancel, which the form replaces.
  await screen.findByLabelText(m["login.password"]());
  fireEvent.click(screen.getByRole("button", { name: m["confirmations.cancel"]() }));
  expect(await screen.findByRole("heading", { name: m["gameLogin.errorTitle"]() })).toBeDefined();
  await waitFor(() => expect(document.body.textContent).toContain(m["errors.loginTooOld"]()));
  fireEvent.click(screen.getByRole("button", { name: m["gameLogin.tryAgain"]() }));
  await waitFor(() => expect(screen.getByRole("dialog", { name: m["confirmations.title"]() })).toBeDefined());
  expect(assign).not.toHaveBeenCalled();
});
