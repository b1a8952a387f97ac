/** Every screen in its states, for checks that hold on all of them. */
import type { Page } from "@playwright/test";
import { groupScreens } from "./group-screens.ts";
import type { Screen } from "./screen.ts";
import { beginGame, expectFinished, gameLogin } from "./game.ts";
import { adminUserScreens } from "./admin-user-screens.ts";
import { expect } from "./journey.ts";
import { beLoggedIn, sendLogin } from "./login.ts";
import { people, stranger } from "./world.ts";

const unavailable = { message: "down", code: "errors.unavailable", requestId: "1" };

function at(name: string, path: string, email?: string): Screen {
  const open = async (page: Page): Promise<void> => {
    if (email !== undefined) await beLoggedIn(page, email);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  };
  return { name, open };
}

export const screens: readonly Screen[] = [
  ...groupScreens,
  at("login", "/login"),
  at("login for a game", "/login?gameId=4&clientCode=x"),
  at("login with a password", "/login/password"),
  at("login that left the page and failed", "/login?error=errors.userNotActive"),
  {
    name: "login refused",
    open: async (page) => {
      await page.goto("/login");
      await sendLogin(page, stranger());
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "login under way",
    open: async (page) => {
      await page.route("**/api/auth/pw/login", () => new Promise(() => undefined));
      await page.goto("/login");
      await sendLogin(page, stranger());
      await expect(page.getByRole("button", { name: "Logging in..." })).toBeVisible();
    },
  },
  at("start page of a teacher", "/", people.teacher),
  at("start page of a manager", "/", people.manager),
  at("start page of a member", "/", people.member),
  at("start page of an administrator", "/", people.admin),
  {
    name: "user menu",
    open: async (page) => {
      await beLoggedIn(page, people.admin);
      await page.goto("/");
      await page.getByLabel(/^User menu/).click();
    },
  },
  at("profile", "/users/me", people.teacher),
  at("display name", "/set-display-name", people.member),
  {
    name: "display name refused",
    open: async (page) => {
      await beLoggedIn(page, people.member);
      await page.goto("/set-display-name");
      await page.getByLabel("Display name").fill("{");
      await page.getByRole("button", { name: "Set display name" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "display name set",
    open: async (page) => {
      await beLoggedIn(page, people.member);
      await page.clock.install();
      await page.goto("/set-display-name");
      await page.getByRole("button", { name: "Set display name" }).click();
      await expect(page.getByText("Display name set")).toBeVisible();
    },
  },
  at("logout", "/logout", people.teacher),
  at("logout of nobody", "/logout"),
  {
    name: "logout failed",
    open: async (page) => {
      await beLoggedIn(page, people.teacher);
      await page.route("**/api/auth/auth/logout", (route) => route.fulfill({ status: 503, json: unavailable }));
      await page.goto("/logout");
      await page.getByRole("button", { name: "Logout" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "hand-over under way",
    open: async (page) => {
      await beLoggedIn(page, people.teacher);
      const silent = "http://127.0.0.1:9/callback";
      await page.route(`${silent}?**`, (route) => route.fulfill({ status: 204 }));
      await page.goto(gameLogin({ callbackUrl: silent }));
      await expect(page.getByRole("link", { name: "Open the game" })).toBeVisible();
    },
  },
  {
    name: "hand-over finished",
    open: async (page) => {
      await beLoggedIn(page, people.teacher);
      await page.goto((await beginGame(page.request, { gameId: 4 })).loginUrl);
      await expectFinished(page);
    },
  },
  {
    name: "hand-over run out",
    open: async (page) => {
      await beLoggedIn(page, people.teacher);
      await page.route("**/token/game/status?**", (route) => route.fulfill({ json: { status: "expired" } }));
      await page.goto((await beginGame(page.request, { gameId: 4 })).loginUrl);
      await expect(page.getByRole("heading", { level: 1, name: "This login has run out" })).toBeVisible();
    },
  },
  at("hand-over refused", gameLogin({ callbackUrl: "https://evil.test/" }), people.teacher),
  at("hand-over without a request", "/game-redirect", people.teacher),
  at("hand-over of a manager", gameLogin({}), people.manager),
  at("not found", "/no-such-page"),
  at("register", "/register"),
  at("redirected", "/redirected"),
  at("no permission", "/no-permission"),
  {
    name: "account check failed",
    open: async (page) => {
      await beLoggedIn(page, people.teacher);
      await page.goto("/register");
      await page.route("**/api/auth/auth/validate-auth", (route) => route.fulfill({ status: 503, json: unavailable }));
      await page.waitForTimeout(1100);
      await page.getByLabel(/^User menu/).click();
      await page.getByRole("link", { name: "My profile" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Oops!" })).toBeVisible();
    },
  },
  ...adminUserScreens,
];
