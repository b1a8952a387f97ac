import { expect, test } from "vitest";
import { afterLoggingInAgain } from "./after-logging-in-again.ts";

const request = { gameId: "1", state: "s", clientCode: "c", callbackUrl: "https://game.test/cb", scope: "PLAYER" };
const stored = { ...request, postLoginPage: "/game-redirect", loginType: "PASSWORD", loggedInToken: "somebody" } as const;

test("a waiting game's request survives a half session that ended during enrolment", () => {
  expect(afterLoggingInAgain(stored, "nobody")).toEqual({ ...request, postLoginPage: "/game-redirect" });
  expect(afterLoggingInAgain(stored, "unclear")).toEqual({ ...request, postLoginPage: "/game-redirect" });
});

test("a logged-in user returns to the profile, and an older game's request does not lead away from it", () => {
  expect(afterLoggingInAgain(stored, "known")).toEqual({ postLoginPage: "/users/me" });
});
