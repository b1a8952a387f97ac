/** What a successful login stores (specification, section 4). */
import { cookieNames } from "@storyport/contract/limits";
import { logInWithPassword } from "@storyport/contract/login";
import { expect, test } from "vitest";
import { logIn } from "./log-in.ts";
import { aPortal, kari } from "./logged-in.fixture.ts";

const credentials = { email: "kari@school.example", password: "Lighthouse-Beam-7", deviceName: "Firefox (Linux)" };
const { displayName: _, ...nameless } = kari;

test("a user who has logged in goes on to /post-login", async () => {
  expect(await logIn(aPortal({ [logInWithPassword.path]: kari }), credentials)).toBe("/post-login");
});

test("for a user without a display name the form for it becomes the next page, and the game's request stays", async () => {
  const permissions = [...nameless.permissions, "set_display_name"];
  const portal = aPortal({ [logInWithPassword.path]: { ...nameless, permissions } });
  portal.loginState.save({ gameId: "4", postLoginPage: "/game-redirect" });
  expect(await logIn(portal, credentials)).toBe("/post-login");
  expect(portal.loginState.read()).toEqual({ gameId: "4", postLoginPage: "/set-display-name" });
});

test("for a user without a display name who may not set one, the wanted page stays the next page", async () => {
  const portal = aPortal({ [logInWithPassword.path]: nameless });
  portal.loginState.save({ gameId: "4", postLoginPage: "/user-groups" });
  expect(await logIn(portal, credentials)).toBe("/post-login");
  expect(portal.loginState.read()).toEqual({ gameId: "4", postLoginPage: "/user-groups" });
});

test.each([
  ["required", "/login/second-factor"],
  ["enrol", "/login/second-factor?enrol=1"],
  ["passkey", "/login/second-factor?passkey=1"],
])(
  "a second factor that is %s is asked for at %s: the user is not logged in yet, and the login state stays",
  async (secondFactor, page) => {
    const portal = aPortal({ [logInWithPassword.path]: { secondFactor } });
    portal.loginState.save({ gameId: "4", postLoginPage: "/game-redirect" });
    expect(await logIn(portal, credentials)).toBe(page);
    expect(portal.cookies.read(cookieNames.user)).toBeUndefined();
    expect(portal.loginState.read()).toEqual({ gameId: "4", postLoginPage: "/game-redirect" });
  },
);
