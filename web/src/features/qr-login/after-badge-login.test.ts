import { expect, test } from "vitest";
import type { LoginState } from "@storyport/contract/login-state";
import { pageAfterBadgeLogin, stateAfterBadgeLogin } from "./after-badge-login.ts";

const school = "00000000-0000-4000-8000-000000000001";
const otherSchool = "00000000-0000-4000-8000-000000000002";
const request: LoginState = { gameId: "1", state: "s", clientCode: "c".repeat(43), callbackUrl: "https://game.example/callback" };

test("a waiting game's request is kept, also when the badge's link names none", () => {
  expect(stateAfterBadgeLogin(request, {}, { orgId: school })).toMatchObject({ ...request, orgId: school, loginType: "QRCODE" });
});

test("nothing of the former user stays", () => {
  const stored = { ...request, orgId: otherSchool, loginType: "PASSWORD" as const, postLoginPage: "/users/me", loggedInToken: "x" };
  const state = stateAfterBadgeLogin(stored, {}, { orgId: school });
  expect(state).toMatchObject({ orgId: school, loginType: "QRCODE" });
  expect(state).not.toHaveProperty("postLoginPage");
  expect(state).not.toHaveProperty("loggedInToken");
});

test("two games' requests are not mixed", () => {
  const state = stateAfterBadgeLogin(request, { gameId: "4" }, { orgId: school });
  expect(state.callbackUrl).toBeUndefined();
  expect(pageAfterBadgeLogin(state)).toBe("/");
});

test.each([
  [request, "/game-redirect"],
  [{}, "/"],
  [{ gameId: "1" }, "/"],
  [{ ...request, clientCode: undefined }, "/"],
] as const)("%j leads to %s", (state, page) => {
  expect(pageAfterBadgeLogin(state)).toBe(page);
});
