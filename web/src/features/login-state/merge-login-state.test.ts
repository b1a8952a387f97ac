import { describe, expect, test } from "vitest";
import { createServerLoginState } from "./login-state.ts";
import { keepLoginState, mergeDashboardRequest, mergeLoginState } from "./merge-login-state.ts";

const gameOne = { gameId: "1", state: "s1", clientCode: "c1", callbackUrl: "https://one.test/cb", scope: "PLAYER" };
const org = "3f0c7b52-5f0e-4d6b-9a51-0d7f8a3c1e11";

describe("a new request and the stored one", () => {
  test.each([
    ["nothing given: the stored request stays", gameOne, {}, gameOne],
    ["nothing stored: the given request counts", {}, gameOne, gameOne],
    ["the same game falls back to stored values", gameOne, { gameId: "1", state: "s2" }, { ...gameOne, state: "s2" }],
    [
      "a whole request inherits no scope, nonce or organization of an earlier attempt",
      { ...gameOne, nonce: "n1", orgId: org, loginType: "FEIDE" as const, postLoginPage: "/users/me" },
      { gameId: "1", state: "s2", clientCode: "c2", callbackUrl: "https://one.test/cb" },
      { gameId: "1", state: "s2", clientCode: "c2", callbackUrl: "https://one.test/cb", loginType: "FEIDE", postLoginPage: "/users/me" },
    ],
    [
      "a whole request inherits nothing that a link has planted",
      { gameId: "1", scope: "USERGROUP", orgId: org },
      { gameId: "1", state: "s2", clientCode: "c2", callbackUrl: "https://one.test/cb" },
      { gameId: "1", state: "s2", clientCode: "c2", callbackUrl: "https://one.test/cb" },
    ],
    [
      "a request whose state is unusable inherits no other state",
      gameOne,
      { gameId: "1", clientCode: "c2", callbackUrl: "https://one.test/cb" },
      { gameId: "1", clientCode: "c2", callbackUrl: "https://one.test/cb" },
    ],
    [
      "a request whose challenge is unusable inherits no other challenge",
      gameOne,
      { gameId: "1", state: "s2", callbackUrl: "https://one.test/cb" },
      { gameId: "1", state: "s2", callbackUrl: "https://one.test/cb" },
    ],
    ["another game inherits no callbackUrl, clientCode, state or scope", gameOne, { gameId: "4" }, { gameId: "4" }],
    ["a request without gameId may belong to another game", gameOne, { state: "s2" }, { state: "s2" }],
    [
      "another game keeps how the person logged in",
      { ...gameOne, loginType: "FEIDE" as const, orgId: org },
      { gameId: "4" },
      { gameId: "4", loginType: "FEIDE" },
    ],
    ["a page alone is not a request", gameOne, { postLoginPage: "/users/me" }, { ...gameOne, postLoginPage: "/users/me" }],
    [
      "a first request keeps what is no request",
      { postLoginPage: "/users/me" },
      { gameId: "4" },
      { postLoginPage: "/users/me", gameId: "4" },
    ],
    ["an undefined member is not given", gameOne, { gameId: undefined, state: undefined }, gameOne],
  ])("%s", (_, stored, given, merged) => expect(mergeLoginState(stored, given as typeof gameOne)).toEqual(merged));

  test("the dashboard's request is not completed from a game's", () => {
    expect(mergeDashboardRequest(gameOne, { gameId: "1" })).toEqual({ gameId: "1" });
    expect(mergeDashboardRequest({ gameId: "1", state: "d" }, { gameId: "1", orgId: org })).toEqual({
      gameId: "1",
      state: "d",
      orgId: org,
    });
  });

  test("a game's request is not completed from the dashboard's", () => {
    const { scope: _, ...request } = gameOne;
    for (const dashboards of [{ state: "d" }, { postLoginPage: "/dashboard-redirect" }]) {
      expect(mergeLoginState({ gameId: "1", orgId: org, ...dashboards }, request)).toEqual(request);
    }
  });

  test("the login keeps the dashboard's request apart from a game's that was abandoned", () => {
    const store = createServerLoginState(`login-state=${encodeURIComponent(JSON.stringify(gameOne))}`, () => undefined);
    const request = { gameId: "1", orgId: org, state: "d", postLoginPage: "/dashboard-redirect" } as const;
    expect(keepLoginState(store, request)).toEqual(request);
  });

  test("a plain visit does not take over another tab's login", () => {
    const saved: string[] = [];
    const store = createServerLoginState(`login-state=${encodeURIComponent(JSON.stringify(gameOne))}`, (cookie) => saved.push(cookie));
    expect(keepLoginState(store, { gameId: undefined })).toEqual(gameOne);
    expect(saved).toEqual([]);
    keepLoginState(store, { gameId: "4" });
    expect(saved).toHaveLength(1);
  });
});
