import { expect, it, test } from "vitest";
import { loginStateOf, readLoginSearch } from "./login-search.ts";

test.each<[string, Record<string, unknown>, object]>([
  ["keeps the params of /login", { gameId: "1", state: "123", scope: "PLAYER" }, { gameId: "1", state: "123", scope: "PLAYER" }],
  ["drops unknown params", { page: "2", qrCode: "x", loggedInToken: "x" }, {}],
  ["drops values of another type", { gameId: 1, state: ["a"], orgId: "not-a-uuid", loginType: "MAGIC" }, {}],
  ["drops oversized values", { state: "x".repeat(1025), callbackUrl: "x".repeat(1025) }, {}],
  ["keeps an error code", { error: "errors.userNotActive" }, { error: "errors.userNotActive" }],
  ["drops any other error", { error: "<b>Call this number</b>" }, {}],
])("%s", (_, search, expected) => {
  expect(readLoginSearch(search)).toEqual(expected);
});

it("never stores the failure", () => {
  expect(loginStateOf({ gameId: "1", error: "errors.loginFailed" })).toEqual({ gameId: "1" });
});

it("does not store the login type of a failed login", () => {
  expect(loginStateOf({ gameId: "1", loginType: "FEIDE", error: "errors.providerAway" })).toEqual({ gameId: "1" });
  expect(loginStateOf({ gameId: "1", loginType: "FEIDE" })).toEqual({ gameId: "1", loginType: "FEIDE" });
});
