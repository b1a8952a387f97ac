/** A game leads the browser to /game-login (specification, section 2). */
import type { LoginState } from "@storyport/contract/login-state";
import { expect, test } from "vitest";
import { createRequestCookies } from "#/api/cookies.ts";
import { createServerLoginState } from "#/features/login-state/login-state.ts";
import { kari } from "#/features/login/logged-in.fixture.ts";
import { Redirect } from "#/shell/redirect.ts";
import { startGameLogin } from "./start-game-login.ts";

const request = { gameId: "1", state: "s", clientCode: "c", callbackUrl: "https://game.test/cb", scope: "PLAYER" };

/** A visit with this Cookie header. */
function aVisit(cookieHeader: string) {
  const ignore = () => undefined;
  return { cookies: createRequestCookies(cookieHeader, ignore), loginState: createServerLoginState(cookieHeader, ignore) };
}

/** Returns the path it redirects to, and that address's search params. */
function follow(visit: ReturnType<typeof aVisit>, given: LoginState): [path: string, search: object] {
  try {
    return startGameLogin(visit, given);
  } catch (thrown) {
    if (!(thrown instanceof Redirect)) throw thrown;
    const { pathname, searchParams } = new URL(thrown.location, "http://portal.test");
    return [pathname, Object.fromEntries(searchParams)];
  }
}

test("a visitor without a login goes to the login, with the request", () => {
  expect(follow(aVisit(""), request)).toEqual(["/login", { ...request, postLoginPage: "/game-redirect" }]);
});

test("a logged-in user goes on to the hand-over, with the request in the login state too", () => {
  const visit = aVisit(`user=${kari.accountId}`);
  const [path, search] = follow(visit, request);
  expect(path).toBe("/game-redirect");
  expect(search).toMatchObject(request);
  expect(visit.loginState.read()).toEqual(request);
});
