/** Setting up a second factor, logging in with it, and removing it (DESIGN A23). */
import type { Page } from "@playwright/test";
import { encode } from "uqr";
import { authenticator } from "#/support/authenticator.ts";
import { hydrated } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn, sendLogin, userMenu } from "#/support/login.ts";
import { password, people } from "#/support/world.ts";

// Several logins each, one after the other.
test.describe.configure({ timeout: 90_000 });
test.use({ settings: { REQUIRE_ADMIN_SECOND_FACTOR: "true" } });

const part = (page: Page) => page.getByRole("region", { name: "Two-step verification" });
const appField = (page: Page) => page.getByLabel("Code from your app", { exact: true });
const answer = (page: Page) => page.getByRole("button", { name: "Log in", exact: true });
const question = (page: Page) => page.getByRole("heading", { level: 1, name: "One more step" });
const welcome = (page: Page) => page.getByRole("heading", { level: 1, name: "Welcome" });

async function backupCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole("list").getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  await expect(codes).toHaveCount(10);
  return await codes.allTextContents();
}

/** Completes the set-up on any page that has it. Returns the app and the backup codes. */
async function setUp(page: Page, done = "Done") {
  await page.getByRole("button", { name: "Set it up" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const link = page.getByRole("link", { name: "Open it in an app on this device" });
  const url = (await link.getAttribute("href")) ?? "";
  const app = authenticator(url);
  const typed = (await page.locator("code").textContent())?.replaceAll(" ", "");
  expect(new URL(url).searchParams.get("secret")).toBe(typed);
  await appField(page).fill("12345");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("This code is not right.")).toBeVisible();
  await expect(appField(page)).toBeFocused();
  const used = app.code();
  await appField(page).fill(`${used.slice(0, 3)} ${used.slice(3)}`);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "Your backup codes" })).toBeFocused();
  const codes = await backupCodes(page);
  await page.getByRole("button", { name: done, exact: true }).click();
  await expect(page.getByText("Copy, download or print the codes first")).toBeVisible();
  await page.getByLabel("I have kept them").check();
  await page.getByRole("button", { name: done, exact: true }).click();
  return { app, used, codes };
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await sendLogin(page, email);
}

async function leave(page: Page): Promise<void> {
  await page.goto("/logout");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toBeVisible();
}

test("a factor set up in the profile is asked for at the next login; each code works once, and a backup code in its place", async ({
  page,
}) => {
  await beLoggedIn(page, people.manager);
  await page.goto("/users/me");
  await expect(part(page)).toContainText("It is off.");
  const { app, used, codes } = await setUp(page);
  await expect(part(page).getByRole("status")).toContainText("Two-step verification is on.");
  await expect(part(page)).toContainText("10 backup codes are left.");
  await leave(page);

  await logIn(page, people.manager);
  await expect(question(page)).toBeVisible();
  await expect(appField(page)).toBeFocused();
  await appField(page).fill(used);
  await answer(page).click();
  await expect(page.getByText("This code is not right.")).toBeVisible();
  const next = app.code(1);
  await appField(page).fill(next);
  await answer(page).click();
  await expect(welcome(page)).toBeVisible();
  await leave(page);

  await logIn(page, people.manager);
  await appField(page).fill(next);
  await answer(page).click();
  await expect(page.getByText("This code is not right.")).toBeVisible();
  await page.getByRole("link", { name: "Use a backup code instead" }).click();
  const backupField = page.getByLabel("Backup code");
  await expect(backupField).toBeFocused();
  await backupField.fill((codes[0] ?? "").toLowerCase().replace("-", " "));
  await answer(page).click();
  await expect(welcome(page)).toBeVisible();

  await page.goto("/users/me");
  await expect(part(page)).toContainText("9 backup codes are left.");
  await part(page).getByRole("button", { name: "New backup codes" }).click();
  await part(page)
    .getByLabel("Code from your app, or a backup code")
    .fill(codes[1] ?? "");
  await part(page).getByRole("button", { name: "New backup codes" }).click();
  const renewed = await backupCodes(page);
  await page.getByLabel("I have kept them").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(part(page)).toContainText("10 backup codes are left.");

  await part(page).getByRole("button", { name: "Turn off" }).click();
  await part(page)
    .getByLabel("Code from your app, or a backup code")
    .fill(codes[2] ?? "");
  await part(page).getByRole("button", { name: "Turn off" }).click();
  await expect(part(page).getByText("This code is not right.")).toBeVisible();
  await part(page)
    .getByLabel("Code from your app, or a backup code")
    .fill(renewed[0] ?? "");
  await part(page).getByRole("button", { name: "Turn off" }).click();
  await expect(part(page).getByRole("status")).toContainText("Two-step verification is off.");
  await leave(page);
  await logIn(page, people.manager);
  await expect(welcome(page)).toBeVisible();
});

test("before any script runs password and second factor are asked for by plain forms", async ({ page, browser }) => {
  await beLoggedIn(page, people.camille);
  await page.goto("/users/me");
  const { app, codes } = await setUp(page);
  await expect(part(page).getByRole("status")).toContainText("Two-step verification is on.");

  const bare = await browser.newContext({ javaScriptEnabled: false });
  const form = await bare.newPage();
  await form.goto("/login/password");
  await form.getByLabel("Email", { exact: true }).fill(people.camille);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await answer(form).click();
  await expect(form).toHaveURL("/login/second-factor");
  await form.getByLabel("Code from your app", { exact: true }).fill("000000");
  await answer(form).click();
  await expect(form).toHaveURL("/login/second-factor?error=errors.secondFactorInvalid");
  await expect(form.getByText("This code is not right.")).toBeVisible();
  await form.getByRole("link", { name: "Use a backup code instead" }).click();
  await form.getByLabel("Backup code").fill(codes[0] ?? "");
  await answer(form).click();
  await expect(form).toHaveURL("/");
  expect((await bare.request.get("/api/auth/auth/validate-auth")).status()).toBe(200);

  // Another user of the same browser can end the half login, also by a plain form.
  await form.goto("/login/password");
  await form.getByLabel("Email", { exact: true }).fill(people.camille);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await answer(form).click();
  await form.getByRole("button", { name: "Log in as someone else" }).click();
  await expect(form).toHaveURL("/login");
  const refused = await bare.request.post("/api/auth/second-factor/verify", { data: { code: app.code(1) } });
  expect(refused.status()).toBe(401);
  await bare.close();
});

test("a half login is nobody, and one that took too long leads back to the login", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto("/users/me");
  const { app } = await setUp(page);
  await leave(page);
  await page.goto("/login?postLoginPage=/player-groups/");
  await sendLogin(page, people.teacher);
  await expect(question(page)).toBeVisible();
  await expect(userMenu(page)).toHaveCount(0);

  const otherTab = await page.context().newPage();
  await otherTab.goto("/users/me");
  await expect(otherTab.getByLabel("Email", { exact: true })).toBeVisible();
  await otherTab.close();

  await page.context().clearCookies({ name: "session" });
  await appField(page).fill(app.code(1));
  await answer(page).click();
  await expect(page.getByRole("alert")).toContainText("This login took too long.");
  await page.getByRole("link", { name: "Log in again" }).click();
  await sendLogin(page, people.teacher);
  await appField(page).fill(app.code(1));
  await answer(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "Classes" })).toBeVisible();
});

test("an administrator without one sets it up before anything else, and cannot give it up", async ({ page }) => {
  await logIn(page, people.admin);
  await expect(page.getByRole("heading", { level: 1, name: "Set up two-step verification" })).toBeVisible();
  await expect(page).toHaveURL("/login/second-factor?enrol=1");
  await hydrated(page.getByRole("button", { name: "Set it up" }));
  await page.goto("/users/me");
  await expect(page.getByLabel("Email", { exact: true })).toBeVisible();
  await logIn(page, people.admin);
  await setUp(page, "Go on");
  await expect(page.getByRole("heading", { level: 1, name: "My profile" })).toBeVisible();
  await expect(part(page)).toContainText("Your account must use two-step verification, so you cannot turn it off.");
  await expect(part(page).getByRole("button", { name: "Turn off" })).toHaveCount(0);
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in a ${colorScheme} window`, () => {
    test.use({ colorScheme, deviceScaleFactor: 1 });

    test("the picture for the app has squares of whole pixels and a quiet zone around them", async ({ page }) => {
      await beLoggedIn(page, people.member);
      await page.goto("/users/me");
      await page.getByRole("button", { name: "Set it up" }).click();
      const picture = page.getByRole("img", { name: "QR code for your authenticator app" });
      const address = (await page.getByRole("link", { name: "Open it in an app on this device" }).getAttribute("href")) ?? "";
      const seen = await modulesIn(page, await picture.screenshot());
      expect(seen.side).toBeGreaterThanOrEqual(200);
      expect(seen.modules).toEqual(encode(address, { ecc: "Q", border: 4 }).data);
    });
  });
}

/** Reads a picture square by square. A scanner needs squares of one colour and one size. */
async function modulesIn(page: Page, png: Buffer): Promise<{ side: number; modules: boolean[][] }> {
  const reader = await page.context().newPage();
  try {
    return await reader.evaluate(async (data) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const side = image.width;
      const canvas = new OffscreenCanvas(side, side).getContext("2d");
      if (canvas === null) throw new Error("No canvas.");
      canvas.drawImage(image, 0, 0);
      const pixels = canvas.getImageData(0, 0, side, side).data;
      const isDark = (x: number, y: number): boolean => {
        const value = pixels[(y * side + x) * 4];
        if (value !== 0 && value !== 255) throw new Error(`Neither black nor white: ${value} at ${x}, ${y}`);
        return value === 0;
      };
      let edge = 0;
      while (!isDark(edge, edge)) edge++;
      // The quiet zone is four squares wide.
      const scale = edge / 4;
      const count = side / scale;
      if (!Number.isInteger(scale) || !Number.isInteger(count)) throw new Error(`${side} pixels do not make whole squares of ${scale}.`);
      const square = (column: number, row: number): boolean => {
        const first = isDark(column * scale, row * scale);
        for (let y = 0; y < scale; y++)
          for (let x = 0; x < scale; x++)
            if (isDark(column * scale + x, row * scale + y) !== first) throw new Error(`Two colours in ${column}, ${row}`);
        return first;
      };
      const places = Array.from({ length: count }, (_, index) => index);
      return { side, modules: places.map((row) => places.map((column) => square(column, row))) };
    }, png.toString("base64"));
  } finally {
    await reader.close();
  }
}
