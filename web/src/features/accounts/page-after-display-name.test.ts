import { expect, test } from "vitest";
import { pageAfterDisplayName } from "./page-after-display-name.ts";

test("to the waiting game if a callback URL is stored, otherwise to the start page", () => {
  expect(pageAfterDisplayName({ callbackUrl: "https://game.test/cb" })).toBe("/game-redirect");
  expect(pageAfterDisplayName({ postLoginPage: "/users/me" })).toBe("/");
});
