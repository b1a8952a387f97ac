/** The profile: language, ways of logging in, sessions, raw data (specification, section 2, /users/me). */
import type { Page } from "@playwright/test";
import { ask, organizationId, send } from "#/support/admin-area.ts";
import { expect, test } from "#/support/journey.ts";
import { lettersTo } from "#/support/letters.ts";
import { beLoggedIn } from "#/support/login.ts";
import { unavailable } from "#/support/unavailable.ts";
import { password, people } from "#/support/world.ts";

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("the profile says in words who is logged in, and shows the user object as raw JSON", async ({ page }) => {
  await beLoggedIn(page, people.member);
  await page.goto("/users/me");
  const who = part(page, "Who you are");
  await expect(who).toContainText(people.member);
  await expect(who).toContainText("Member");
  await expect(who).toContainText("Fjordskolen");
  await who.getByRole("link", { name: "Change display name" }).click();
  await expect(page.getByLabel("Display name")).toBeVisible();
  await page.goBack();
  const raw = page.getByRole("region", { name: "The current user as JSON" });
  await expect(raw).toBeVisible();
  expect(JSON.parse((await raw.textContent()) ?? "")).toMatchObject({ email: people.member, loginType: "PASSWORD", roles: ["member"] });
  await page.getByText("Hide raw data").click();
  await expect(raw).toBeHidden();
});

test("an administrator who belongs to two schools reads both, and no other school", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  const { accountId } = await ask<{ accountId: string }>(page, "auth/validate-auth");
  await page.goto("/users/me");
  const organizations = part(page, "Who you are").getByRole("definition").last();
  await expect(organizations).toHaveText("None");
  for (const key of ["Fjordskolen", "Leesplein"]) {
    const { version } = await ask<{ version: number }>(page, `users/${accountId}`);
    const data = { version, roles: ["teacher"], organizationId: await organizationId(page, key) };
    await send(page, { method: "PATCH", path: `users/${accountId}`, data });
  }
  await page.reload();
  await expect(organizations).toHaveText("Fjordskolen and Leesplein");
});

test("a language chosen in the profile holds at once, after a new login in another browser, and in the footer's switch", async ({
  page,
  browser,
}) => {
  await beLoggedIn(page, people.newcomer);
  await page.goto("/users/me");
  await page.getByRole("main").getByRole("combobox", { name: "Language" }).selectOption("nl");
  await expect(page.locator("html")).toHaveAttribute("lang", "nl");
  await expect(page.locator("#language")).toHaveValue("nl");

  // A browser without its own choice uses the account's language.
  const other = await browser.newContext({ locale: "en-GB", storageState: { cookies: [], origins: [] } });
  expect(await beLoggedIn(other, people.newcomer)).toMatchObject({ locale: "nl" });
  const elsewhere = await other.newPage();
  await elsewhere.goto("/users/me");
  await expect(elsewhere.locator("html")).toHaveAttribute("lang", "nl");
  await elsewhere.locator("#language").selectOption("fr");
  await expect(elsewhere.locator("html")).toHaveAttribute("lang", "fr");
  expect(await beLoggedIn(page, people.newcomer)).toMatchObject({ locale: "fr" });
  await other.close();
});

test("what is logged in elsewhere is listed and ended, one or all, and the number is said", async ({ page, browser }) => {
  await beLoggedIn(page, people.member, "Firefox on Linux");
  const phones = await Promise.all(
    ["Safari on iOS", "Chrome on Android", "Edge on Windows"].map(async (name) => {
      const phone = await browser.newContext();
      await beLoggedIn(phone, people.member, name);
      return phone;
    }),
  );
  const [first] = phones;
  await page.goto("/users/me");
  const sessions = part(page, "Where you are logged in");
  await expect(sessions.getByRole("listitem").first()).toContainText("Firefox on Linux");
  await expect(sessions.getByRole("listitem").first()).toContainText("This browser");
  await expect(sessions.getByRole("listitem").filter({ hasText: "Safari on iOS" })).toContainText("Last seen now");
  await sessions.getByRole("button", { name: "Log out Safari on iOS" }).click();
  await expect(sessions.getByRole("status")).toContainText("Logged out: Safari on iOS");
  await expect(sessions.getByRole("status")).toBeFocused();
  await expect(sessions.getByRole("listitem").filter({ hasText: "Safari on iOS" })).toHaveCount(0);
  expect((await first?.request.get("/api/auth/auth/validate-auth"))?.status()).toBe(401);

  const others = (await sessions.getByRole("listitem").count()) - 1;
  await sessions.getByRole("button", { name: "Log out other devices" }).click();
  await expect(sessions.getByRole("alert")).toContainText("Every other browser is logged out at once");
  await sessions.getByRole("button", { name: "Cancel" }).click();
  await expect(sessions.getByRole("button", { name: "Log out other devices" })).toBeFocused();
  await sessions.getByRole("button", { name: "Log out other devices" }).click();
  await sessions.getByRole("alert").getByRole("button", { name: "Log out other devices" }).click();
  await expect(sessions.getByRole("status")).toContainText(`${others} other devices have been logged out.`);
  await expect(sessions).toContainText("You are logged in nowhere else.");
  for (const phone of phones) {
    expect((await phone.request.get("/api/auth/auth/validate-auth")).status()).toBe(401);
    await phone.close();
  }
  expect((await page.request.get("/api/auth/auth/validate-auth")).status()).toBe(200);
});

test("a part that cannot be loaded says so, and is asked for again alone", async ({ page }) => {
  await beLoggedIn(page, people.member);
  await page.route("**/api/auth/sessions", (route) => route.fulfill(unavailable));
  await page.goto("/users/me");
  const sessions = part(page, "Where you are logged in");
  await expect(sessions.getByRole("alert")).toContainText("The list could not be loaded.");
  await expect(part(page, "Two-step verification")).toContainText("It is off.");
  await page.unroute("**/api/auth/sessions");
  await sessions.getByRole("button", { name: "Try again" }).click();
  await expect(sessions).toContainText("This browser");
});

test("a login that is too old is confirmed in place", async ({ page }) => {
  await beLoggedIn(page, people.member);
  const tooOld = { message: "old", code: "errors.loginTooOld", requestId: "1" };
  await page.route("**/api/auth/second-factor/enrol", (route) => route.fulfill({ status: 403, json: tooOld }), { times: 1 });
  await page.goto("/users/me");
  await page.getByRole("button", { name: "Set it up" }).click();
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  await question.getByLabel("Password", { exact: true }).fill(password);
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByLabel("QR code for your authenticator app")).toBeVisible();
});

test("the password is changed by a letter to oneself", async ({ page }) => {
  await beLoggedIn(page, people.manager);
  await page.goto("/users/me");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("status").filter({ hasText: "We have emailed a link to" })).toContainText(people.manager);
  await expect.poll(async () => JSON.stringify(await lettersTo(people.manager)), { timeout: 15_000 }).toContain("Set a new password");
});

test("an account at Google is connected, and disconnected after a question", async ({ page }) => {
  await beLoggedIn(page, people.member);
  await page.goto("/users/me");
  const ways = part(page, "Ways of logging in");
  await expect(ways.getByRole("listitem").filter({ hasText: "Google" })).toContainText("Not connected");
  await ways.getByRole("button", { name: "Connect Google" }).click();
  await page.getByRole("button", { name: /\(sam\)/ }).click();
  await expect(ways.getByRole("status").filter({ hasText: "Google is connected" })).toBeFocused();
  await expect(page).toHaveURL("/users/me");
  const google = ways.getByRole("listitem").filter({ hasText: "Google" });
  await expect(google).toContainText("sam@elsewhere.example");
  await expect(google).toContainText("Not used yet.");
  await ways.getByRole("button", { name: "Disconnect Google" }).click();
  await expect(ways.getByRole("alert")).toContainText("Disconnect Google?");
  await ways.getByRole("alert").getByRole("button", { name: "Disconnect" }).click();
  await expect(ways.getByRole("status").filter({ hasText: "is disconnected." })).toBeFocused();
  await expect(google).toContainText("Not connected");
});

test("a press counts for its button, also if a list arrives meanwhile and moves the page", async ({ page }) => {
  await beLoggedIn(page, people.member);
  const arrival = Promise.withResolvers<void>();
  await page.route("**/api/auth/users/me/identities", async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto("/users/me");
  const passkeys = part(page, "Passkeys");
  await expect(passkeys).toContainText("You have no passkeys yet.");
  const add = passkeys.getByRole("button", { name: "Add a passkey" });
  // At its upper edge, because the list moves it down.
  await add.hover({ position: { x: 20, y: 3 } });
  const box = await add.boundingBox();
  const point = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 3 };
  await page.mouse.down();
  arrival.resolve();
  const isUnderPointer = async () => await add.evaluate((button, { x, y }) => button.contains(document.elementFromPoint(x, y)), point);
  await expect.poll(isUnderPointer).toBe(false);
  await page.mouse.up();
  await expect(passkeys.getByLabel("Name of the passkey")).toBeVisible();
});

test("a provider's account that belongs to another user is not connected, and the page says why", async ({ page }) => {
  await beLoggedIn(page, people.member);
  await page.goto("/users/me");
  const ways = part(page, "Ways of logging in");
  await ways.getByRole("button", { name: "Connect Google" }).click();
  await page.getByRole("button", { name: /\(camille\)/ }).click();
  await expect(ways.getByRole("alert")).toContainText("This login is connected to another account.");
  await expect(page).toHaveURL("/users/me");
});
