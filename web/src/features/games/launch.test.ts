import type { LoginState } from "@storyport/contract/login-state";
import { describe, expect, it, test } from "vitest";
import { aGame, anOrganization } from "./games.fixture.ts";
import { dashboardLaunch, gameLaunch, waitingGame } from "./launch.ts";

const organization = anOrganization();
const game = aGame();
const mayOpen = { permissions: ["login", "login_dashboard", "view_user_group"] };

describe("the dashboard launch button is enabled only with login_dashboard, view_user_group, a game and an organisation", () => {
  test.each([
    ["all of them", mayOpen, organization, game, { href: `/dashboard-login?gameId=storyport-no&orgId=${organization.id}` }],
    ["no login_dashboard", { permissions: ["view_user_group"] }, organization, game, { missing: "permission" }],
    ["no view_user_group", { permissions: ["login_dashboard"] }, organization, game, { missing: "permission" }],
    ["no organization", mayOpen, undefined, game, { missing: "organization" }],
    ["no game", mayOpen, organization, undefined, { missing: "game" }],
    ["neither", mayOpen, undefined, undefined, { missing: "choice" }],
  ])("%s", (_, user, chosenOrganization, chosenGame, expected) => {
    expect(dashboardLaunch({ user, organization: chosenOrganization, game: chosenGame })).toEqual(expected);
  });
});

const complete: LoginState = { gameId: "1", state: "s", clientCode: "c", callbackUrl: "http://127.0.0.1:3002/arrive" };

describe("the game launch button is shown only when a callback URL and a game are set", () => {
  const launch = (chosen: typeof game | undefined, state: LoginState = {}) =>
    gameLaunch({ user: mayOpen, organization, game: chosen }, state);

  it("is absent without a game", () => expect(launch(undefined)).toBeUndefined());
  it("is absent for a game without callback URLs", () => expect(launch(aGame({ callbackUrls: [] }))).toBeUndefined());
  it("is absent for a game without a start address", () => {
    expect(launch(aGame({ launchUrl: undefined }))).toBeUndefined();
  });
  it("is absent if the start address is not http or https", () => {
    expect(launch(aGame({ launchUrl: "javascript:alert(1)" }))).toBeUndefined();
  });
  it("leads to the game's start with game and organization", () => {
    expect(launch(game)).toEqual({ game, href: `http://127.0.0.1:3002/start?gameId=1&orgId=${organization.id}` });
  });
  it("leads to the waiting game's hand-over", () => expect(launch(game, complete)).toEqual({ game, href: "/game-redirect" }));
  it("says if the account lacks a permission that the game demands", () => {
    const premium = aGame({ requiredPermissions: ["play_premium"] });
    expect(launch(premium)).toEqual({ game: premium, missing: "permission" });
  });
});

test.each<[string, LoginState, boolean]>([
  ["a complete request", complete, true],
  ["the game by its key", { ...complete, gameId: "storyport-no" }, true],
  ["a loopback address on another port", { ...complete, callbackUrl: "http://127.0.0.1:49152/arrive" }, true],
  ["another path", { ...complete, callbackUrl: "http://127.0.0.1:3002/elsewhere" }, false],
  ["another host on another port", { ...complete, callbackUrl: "http://evil.example:3002/arrive" }, false],
  ["no state", { ...complete, state: undefined }, false],
  ["no clientCode", { ...complete, clientCode: undefined }, false],
  ["another game", { ...complete, gameId: "2" }, false],
])("%s: waiting is %s", (_, state, expected) => {
  expect(waitingGame([game], state) !== undefined).toBe(expected);
});
