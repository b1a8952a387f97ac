/** Every screen in its states, for checks that hold on all of them. */
import type { Page } from "@playwright/test";
import { benchScreens } from "./bench-screens.ts";
import { childScreens } from "./child-screens.ts";
import { questionScreens } from "./question-screens.ts";
import type { Screen } from "./screen.ts";
import { classScreens } from "./class-screens.ts";
import { passkeyScreens } from "./passkey-screens.ts";
import { personScreens } from "./person-screens.ts";
import { rosterScreens } from "./roster-screens.ts";
import { groupScreens } from "./group-screens.ts";
import { healthScreens } from "./health-screens.ts";
import { schoolYearScreens } from "./school-year-screens.ts";
import { beginGame, expectFinished, gameLogin } from "./game.ts";
import { hydrated, leaveOpen, openPageThatLeaves } from "./hydrated.ts";
import { adminUserScreens } from "./admin-user-screens.ts";
import { classImportScreens } from "./class-import-screens.ts";
import { expect } from "./journey.ts";
import { actAs } from "./actors.ts";
import { sendLogin, userMenu } from "./login.ts";
import { stayThere } from "./stay-there.ts";
import { toolScreens } from "./tool-screens.ts";
import { logInAt } from "./provider.ts";
import { unavailable } from "./unavailable.ts";
import { people, stranger } from "./world.ts";
import { changePageData } from "./page-data.ts";

/** A screen that an address shows at once, to an account or, without one, to a visitor. */
function at(name: string, path: string, email?: string): Screen {
  const open = async (page: Page): Promise<void> => {
    if (email !== undefined) await actAs(page, email);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  };
  return { name, open };
}

const times = { startedAt: "2026-11-21T12:00:00Z", lastSeenAt: "2026-11-21T12:00:00Z", expiresAt: "2027-11-21T12:00:00Z" };

/** An enrolment that is begun but not confirmed changes nothing. */
async function openSetUp(page: Page): Promise<void> {
  await actAs(page, people.member);
  await page.goto("/users/me");
  await page.getByRole("button", { name: "Set it up" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
}

export const screens: readonly Screen[] = [
  ...groupScreens,
  ...toolScreens,
  at("login", "/login"),
  at("login for a game", "/login?gameId=4&clientCode=x"),
  at("login with a password", "/login/password"),
  at("login that left the page and failed", "/login?error=errors.userNotActive"),
  at("login with an account that is not connected", "/login?error=errors.identityUnknown&loginType=FEIDE"),
  at("login whose provider is away", "/login?error=errors.providerAway&loginType=APPLE"),
  at("login that the school has to correct", "/login?error=errors.affiliationMismatch&loginType=FEIDE"),
  at("login failed at a provider while another stands", "/login?error=errors.identityUnknown&loginType=GOOGLE", people.teacher),
  {
    name: "on the way to a provider",
    open: async (page) => {
      await page.route("**/api/auth/feide/start?**", (route) => route.fulfill({ status: 204 }));
      await openPageThatLeaves(page, "/login/feide");
      await expect(page.getByText("Processing Feide login...")).toBeVisible();
    },
  },
  {
    name: "a provider that does not answer",
    open: async (page) => {
      await page.clock.install();
      await page.route("**/api/auth/google/start?**", (route) => route.fulfill({ status: 204 }));
      await openPageThatLeaves(page, "/login/google");
      await hydrated(page.locator("#main"));
      // The page says so after eight seconds.
      await page.clock.fastForward(8000);
      await expect(page.getByText("Google has not answered yet")).toBeVisible({ timeout: 15_000 });
    },
  },
  {
    name: "a provider that is switched off",
    open: async (page) => {
      await changePageData(page, "/login/apple", (data) => ({ ...data, props: { ...data.props, shows: "off" } }));
      await page.goto("/login/apple");
      await expect(page.getByText("This way of logging in is not set up here.")).toBeVisible();
    },
  },
  {
    name: "logout of somebody who came by Feide",
    open: async (page) => {
      await logInAt(page, "feide", "kari");
      await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
      await page.goto("/logout");
      await expect(page.getByRole("main")).toContainText("Other services you opened with Feide");
    },
  },
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
      await actAs(page, people.admin);
      await page.goto("/");
      await userMenu(page).click();
    },
  },
  at("profile", "/users/me", people.teacher),
  {
    name: "profile with its questions open",
    open: async (page) => {
      await actAs(page, people.teacher);
      const elsewhere = { id: "0".repeat(32), kind: "GAME", name: "English", isCurrent: false, ...times };
      await page.route("**/api/auth/sessions", (route) => route.fulfill({ json: [elsewhere] }));
      await page.goto("/users/me");
      await page.getByRole("button", { name: "Disconnect Feide" }).click();
      await page.getByRole("button", { name: "Log out other devices" }).click();
      await expect(page.getByRole("alert")).toHaveCount(2);
    },
  },
  {
    name: "profile whose parts could not be loaded",
    open: async (page) => {
      await actAs(page, people.teacher);
      for (const call of ["users/me/identities", "second-factor", "sessions", "manifest/orgs/me"]) {
        await page.route(`**/api/auth/${call}`, (route) => route.fulfill(unavailable));
      }
      await page.goto("/users/me");
      await expect(page.getByRole("alert")).toHaveCount(4);
    },
  },
  { name: "second factor being set up", open: openSetUp },
  {
    name: "backup codes",
    open: async (page) => {
      const backupCodes = Array.from({ length: 10 }, (_, index) => `7K3Q${index}-9M2TB`);
      await page.route("**/second-factor/confirm", (route) => route.fulfill({ json: { valid: true, backupCodes } }));
      await openSetUp(page);
      await page.getByLabel("Code from your app").fill("123456");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByRole("button", { name: "Done" }).click();
      await expect(page.getByText("Copy, download or print the codes first")).toBeVisible();
    },
  },
  {
    name: "second factor with few backup codes",
    open: async (page) => {
      await actAs(page, people.teacher);
      const status = { enrolled: true, required: true, confirmedAt: "2026-11-21T12:00:00Z", backupCodesLeft: 1 };
      await page.route("**/api/auth/second-factor", (route) => route.fulfill({ json: status }));
      await page.goto("/users/me");
      await page.getByRole("button", { name: "New backup codes" }).click();
      await expect(page.getByLabel("Code from your app, or a backup code")).toBeVisible();
    },
  },
  at("second factor asked for", "/login/second-factor"),
  at("second factor refused", "/login/second-factor?error=errors.secondFactorInvalid"),
  at("second factor too late", "/login/second-factor?error=errors.notLoggedIn"),
  at("backup code asked for", "/login/second-factor?backup=1"),
  at("passkey demanded", "/login/second-factor?passkey=1"),
  at("second factor demanded", "/login/second-factor?enrol=1"),
  at("display name", "/set-display-name", people.member),
  {
    name: "display name refused",
    open: async (page) => {
      await actAs(page, people.member);
      await page.goto("/set-display-name");
      await page.getByLabel("Display name").fill("{");
      await page.getByRole("button", { name: "Set display name" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "display name set",
    open: async (page) => {
      await actAs(page, people.member);
      await stayThere(page);
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
      await actAs(page, people.teacher);
      await page.route("**/api/auth/auth/logout", (route) => route.fulfill(unavailable));
      await page.goto("/logout");
      const logOut = page.getByRole("button", { name: "Logout" });
      await hydrated(logOut);
      await logOut.click();
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "hand-over under way",
    open: async (page) => {
      await actAs(page, people.teacher);
      const silent = "http://127.0.0.1:9/callback";
      await page.route(`${silent}?**`, (route) => route.fulfill({ status: 204 }));
      await openPageThatLeaves(page, gameLogin({ callbackUrl: silent }));
      await expect(page.getByRole("link", { name: "Open the game" })).toBeVisible();
    },
  },
  {
    name: "hand-over finished",
    open: async (page) => {
      await actAs(page, people.teacher);
      await page.goto((await beginGame(page.request, { gameId: 4, kind: "loopback" })).loginUrl);
      await expectFinished(page);
    },
  },
  {
    name: "hand-over run out",
    open: async (page) => {
      await actAs(page, people.teacher);
      await page.route("**/token/game/status?**", (route) => route.fulfill({ json: { status: "expired" } }));
      await page.goto((await beginGame(page.request, { gameId: 4, kind: "loopback" })).loginUrl);
      await expect(page.getByRole("heading", { level: 1, name: "This login has run out" })).toBeVisible();
    },
  },
  at("hand-over refused", gameLogin({ callbackUrl: "https://evil.test/" }), people.teacher),
  at("hand-over without a request", "/game-redirect", people.teacher),
  at("hand-over of a manager", gameLogin({}), people.manager),
  ...healthScreens,
  at("history of an administrator", "/history", people.admin),
  at("history filtered by nothing that is", "/history?to=2001-01-01&event=logged_out", people.admin),
  {
    name: "history failed",
    open: async (page) => {
      await actAs(page, people.admin);
      await page.route("**/api/auth/audit-events?**", (route) => route.fulfill(unavailable));
      await page.route("**/api/auth/audit-events", (route) => route.fulfill(unavailable));
      await page.goto("/history");
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "history with details",
    open: async (page) => {
      await actAs(page, people.admin);
      await page.goto("/history?event=login_succeeded");
      await page.getByText("Details").first().click();
      await expect(page.getByText("Hide details").first()).toBeVisible();
    },
  },
  at("player groups of a teacher", "/player-groups", people.teacher),
  at("player groups of an administrator, archived too", "/player-groups?archived=shown", people.admin),
  at("player groups searched in vain", "/player-groups?filter=nowhere", people.teacher),
  at("player group that is not one's own", "/player-groups/00000000-0000-4000-8000-000000000000", people.teacher),
  ...classScreens,
  ...personScreens,
  at("not found", "/no-such-page"),
  at("register", "/register"),
  at("redirected", "/redirected"),
  at("confirmed", "/login/confirmed"),
  at("not confirmed", "/login/confirmed?error=errors.identityNotYours&loginType=FEIDE"),
  at("no permission", "/no-permission"),
  {
    name: "account check failed",
    open: async (page) => {
      await actAs(page, people.teacher);
      await page.clock.install();
      await page.goto("/player-groups");
      await page.route("**/api/auth/auth/validate-auth", (route) => route.fulfill(unavailable));
      await leaveOpen(page);
      await userMenu(page).click();
      await page.getByRole("link", { name: "My profile" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Oops!" })).toBeVisible();
    },
  },
  ...childScreens,
  ...questionScreens,
  ...classImportScreens,
  ...schoolYearScreens,
  ...adminUserScreens,
  ...benchScreens,
  ...rosterScreens,
  ...passkeyScreens,
];
