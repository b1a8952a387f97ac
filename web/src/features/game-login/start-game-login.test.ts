/** A game sends somebody to /game-login (specification, section 2). */
import { ownManifest } from "@storyport/contract/games";
import type { LoginState } from "@storyport/contract/login-state";
import { isRedirect } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { createRequestCookies } from "#/api/cookies.ts";
import { createServerCurrentChoice } from "#/features/login-state/current-choice.ts";
import { createServerLoginState } from "#/features/login-state/login-state.ts";
import { aPortal, kari } from "#/features/login/logged-in.fixture.ts";
import { noBadgeCode } from "#/features/qr-login/badge-code.ts";
import { startGameLogin } from "./start-game-login.ts";

const request = { gameId: "1", state: "s", clientCode: "c", callbackUrl: "https://game.test/cb", scope: "PLAYER" };
const ofSomebodyElse = [{ id: kari.accountId, key: "former", description: "Another school", games: [] }];

/** A visit with this Cookie header, by a browser that has kept somebody's games. */
function aVisit(cookieHeader: string) {
  const { call, changes, fresh } = aPortal({ [ownManifest.path]: [] });
  const ignore = () => undefined;
  const settings = { productName: "Storyport", companyUrl: "", supportEmail: "", dashboardUrl: "" };
  const context = {
    settings,
    call,
    changes,
    fresh,
    cookies: createRequestCookies(cookieHeader, ignore),
    loginState: createServerLoginState(cookieHeader, ignore),
    currentChoice: createServerCurrentChoice(),
    badgeCode: noBadgeCode,
    isFromElsewhere: false,
  };
  fresh.keep(ownManifest, ofSomebodyElse);
  return context;
}

function follow(context: ReturnType<typeof aVisit>, given: LoginState) {
  try {
    return startGameLogin(context, given);
  } catch (thrown) {
    if (isRedirect(thrown)) return thrown.options;
    throw thrown;
  }
}

test("whoever is not logged in leaves no cached answers behind on the way to the login", async () => {
  const context = aVisit("");
  expect(follow(context, request)).toMatchObject({ to: "/login", search: { ...request, postLoginPage: "/game-redirect" } });
  expect(await context.fresh.get(ownManifest, 1000)).toEqual([]);
});

test("whoever is logged in keeps what is cached on the way to the hand-over", async () => {
  const context = aVisit(`user=${kari.accountId}`);
  expect(follow(context, request)).toMatchObject({ to: "/game-redirect", search: request });
  expect(context.loginState.read()).toEqual(request);
  expect(await context.fresh.get(ownManifest, 1000)).toEqual(ofSomebodyElse);
});
