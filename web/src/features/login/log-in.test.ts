/** What is kept of a login that succeeded (specification, section 4). */
import { ownManifest } from "@storyport/contract/games";
import { cookieNames } from "@storyport/contract/limits";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { listOwnPermissions } from "@storyport/contract/own-permissions";
import { expect, test } from "vitest";
import { logIn } from "./log-in.ts";
import { aPortal, kari } from "./logged-in.fixture.ts";

const credentials = { email: "kari@school.example", password: "Lighthouse-Beam-7" };

test("the user and the permissions of the answer are stored: nobody has to ask for them", async () => {
  const portal = aPortal({ [logInWithPassword.path]: kari });
  expect(await logIn(portal, credentials)).toBe("/post-login");
  expect(await portal.fresh.get(validateAuth, 1000)).toEqual(kari);
  expect(await portal.fresh.get(listOwnPermissions, 1000)).toEqual(kari.permissions);
  expect(portal.count(validateAuth) + portal.count(listOwnPermissions)).toBe(0);
});

test("what was kept for whoever was here before is forgotten", async () => {
  const portal = aPortal({ [logInWithPassword.path]: kari, [ownManifest.path]: [] });
  portal.fresh.keep(ownManifest, [{ id: kari.accountId, key: "former", description: "Another school", games: [] }]);
  await logIn(portal, credentials);
  expect(await portal.fresh.get(ownManifest, 1000)).toEqual([]);
});

test("a refused login keeps what was there", async () => {
  const portal = aPortal({ [logInWithPassword.path]: 401 });
  portal.fresh.keep(listOwnPermissions, ["login"]);
  await expect(logIn(portal, credentials)).rejects.toThrow();
  expect(await portal.fresh.get(listOwnPermissions, 1000)).toEqual(["login"]);
});

test("whoever has no display name is led to the form for it, keeping what the login was for", async () => {
  const { displayName: _, ...nameless } = kari;
  const portal = aPortal({ [logInWithPassword.path]: nameless });
  portal.loginState.save({ gameId: "4", postLoginPage: "/game-redirect" });
  await logIn(portal, credentials);
  expect(portal.loginState.read()).toEqual({ gameId: "4", postLoginPage: "/set-display-name" });
});

test.each([
  ["required", "/login/second-factor"],
  ["enrol", "/login/second-factor?enrol=1"],
])("a second factor that is %s is asked for at %s: nobody is logged in yet, and the login state stays", async (secondFactor, page) => {
  const portal = aPortal({ [logInWithPassword.path]: { secondFactor } });
  portal.loginState.save({ gameId: "4", postLoginPage: "/game-redirect" });
  expect(await logIn(portal, credentials)).toBe(page);
  expect(portal.cookies.read(cookieNames.user)).toBeUndefined();
  expect(portal.loginState.read()).toEqual({ gameId: "4", postLoginPage: "/game-redirect" });
});
