/** A page on a slow connection keeps the user's input from before its scripts arrived (DESIGN 8.10). */
import { holdScripts, hydrated } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { linkInLetterTo } from "#/support/letters.ts";
import { beLoggedIn, userMenu } from "#/support/login.ts";
import { password, people, portalUrl } from "#/support/world.ts";

test("a school chosen before the page came alive decides the games", async ({ page }) => {
  await beLoggedIn(page, people.manager);
  const release = await holdScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  const organization = page.getByLabel("Organization", { exact: true });
  const game = page.getByLabel("Game", { exact: true });
  await organization.selectOption({ label: "Escola Sol" });
  await game.selectOption({ label: "English" });
  release();
  await expect(game.getByRole("option")).toHaveText(["Choose a game", "English", "Brazil classroom"]);
  await expect(organization.getByRole("option", { selected: true })).toHaveText("Escola Sol");
  await expect(game.getByRole("option", { selected: true })).toHaveText("English");
  await expect(page.getByRole("link", { name: "Play the game (opens in a new tab)" })).toBeVisible();
});

test("nothing on the login page moves when it comes alive", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const release = await holdScripts(page);
  await page.goto("/login", { waitUntil: "commit" });
  const places = async () => {
    await page.evaluate(async () => await document.fonts.ready);
    const links = await page.getByRole("main").getByRole("link").all();
    return await Promise.all(links.map(async (link) => [await link.textContent(), await link.boundingBox()]));
  };
  await expect(page.getByRole("contentinfo")).toBeVisible();
  const before = await places();
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeHidden();
  release();
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  expect(before.length).toBeGreaterThan(3);
  expect(await places()).toEqual(before);
});

const pagesThatWait = ["/login/qr?code=x", "/login/scan", "/login/second-factor?enrol=1", "/login/second-factor?passkey=1"];

for (const path of pagesThatWait) {
  test(`a page that waits for its user, a camera or an answer no longer waits for its script: ${path}`, async ({ page }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => new Promise(() => undefined);
    });
    await page.route("**/api/auth/qr/login?**", () => new Promise(() => undefined));
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    const slow = page.getByText("This page takes long to load.");
    await expect(slow).toHaveCount(1);
    // The parent has the clock of the style sheet.
    await expect(page.locator("p", { has: slow })).toHaveCSS("animation-delay", "8s");
    release();
    await expect(slow).toHaveCount(0);
  });
}

test("nothing on the page of an enrolment moves when it comes alive", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/login/second-factor?enrol=1", { waitUntil: "commit" });
  const button = page.getByRole("button", { name: "Log in as someone else" });
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.evaluate(async () => await document.fonts.ready);
  const before = await button.boundingBox();
  expect(before).not.toBeNull();
  release();
  await hydrated(button);
  expect(await button.boundingBox()).toEqual(before);
});

test("a language chosen before hydration is shown, and stored with the account", async ({ page }) => {
  await beLoggedIn(page, people.member);
  const release = await holdScripts(page);
  await page.goto("/users/me", { waitUntil: "commit" });
  await page.locator("#language").selectOption("fr");
  release();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  expect(await beLoggedIn(page, people.member)).toMatchObject({ locale: "fr" });
});

test("a password typed before the page came alive is set, the caret where it was", async ({ page }) => {
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(people.newcomer);
  await page.getByRole("button", { name: "Send the link" }).click();
  const link = await linkInLetterTo(people.newcomer, /set-password\?code=[\w-]{43}$/);
  const release = await holdScripts(page);
  await page.goto(link, { waitUntil: "commit" });
  await page.getByLabel("Email").fill(people.newcomer);
  const password = page.getByLabel("New password");
  await page.getByLabel("Show password").check();
  await password.pressSequentially("a calm and a long beam");
  await password.evaluate((field: HTMLInputElement) => field.setSelectionRange(6, 6));
  release();
  await expect(password).toHaveAttribute("type", "text");
  await page.keyboard.type(" sea");
  await expect(password).toHaveValue("a calm sea and a long beam");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Password set", { exact: true })).toBeVisible();
});

test("what is open around a page of the logged-in area, and has the focus, stays so when the page comes alive", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  const release = await holdScripts(page);
  await page.goto("/player-groups", { waitUntil: "commit" });
  const menu = userMenu(page);
  await menu.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const profile = page.getByRole("banner").getByRole("link", { name: "My profile" });
  await expect(profile).toBeFocused();
  release();
  await hydrated(menu);
  await expect(page.getByRole("heading", { level: 1, name: "Classes" })).toBeVisible();
  await expect(profile).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
});

test("the user list is requested while the script of its page is still on the way", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/admin/");
  const link = page.getByRole("main").getByRole("link", { name: "User list" });
  await expect(link).toBeVisible();
  const script = page.waitForRequest("**/*.js");
  const release = await holdScripts(page);
  const search = page.waitForRequest("**/api/auth/users/search");
  await link.click();
  await Promise.all([search, script]);
  await expect(page.getByRole("heading", { level: 1, name: "User Search" })).toBeHidden();
  release();
  await expect(page.getByText(/^Showing results 1-10 of/)).toBeVisible();
});

test("a form that is pressed twice before the page came alive is sent once", async ({ page }) => {
  await holdScripts(page);
  const sent: string[] = [];
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/api/auth/pw/login", async (route) => {
    sent.push(route.request().method());
    await answered;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email").fill(people.teacher);
  await page.getByLabel("Password", { exact: true }).fill(password);
  const { x, y } = (await page.getByRole("button", { name: "Log in", exact: true }).boundingBox()) ?? { x: 0, y: 0 };
  // The driver's own clicks wait for the page that the first one opens.
  const press = async () => await page.mouse.click(x + 10, y + 10);
  await press();
  await expect.poll(() => sent.length).toBe(1);
  await press();
  answer();
  await expect(page).toHaveURL(`${portalUrl}/post-login`);
  expect(sent).toEqual(["POST"]);
});
