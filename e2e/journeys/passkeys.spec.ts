/** Passkeys, with the virtual authenticators of Chromium (docs/decisions/0064). */
import type { Locator, Page } from "@playwright/test";
import { hydrated } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { lettersTo } from "#/support/letters.ts";
import { beLoggedIn, expectWelcome, forgetCookies } from "#/support/login.ts";
import { PasskeyDevice } from "#/support/passkey-device.ts";
import { people } from "#/support/world.ts";

const part = (page: Page) => page.getByRole("region", { name: "Passkeys", exact: true });
const logInButton = (page: Page) => page.getByRole("button", { name: "Use a passkey" });

async function add(page: Page, name: string): Promise<void> {
  await page.goto("/users/me");
  await part(page).getByRole("button", { name: "Add a passkey" }).click();
  const field = part(page).getByLabel("Name of the passkey");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(/Chrom/);
  await field.fill(name);
  await part(page).getByRole("button", { name: "Go on" }).click();
  await expect(part(page).getByText(`Passkey added: ${name}`)).toBeVisible();
}

async function openLogin(page: Page): Promise<void> {
  await forgetCookies(page.context());
  await page.goto("/login");
  await hydrated(page.getByRole("button", { name: "Log in", exact: true }));
}

test("a teacher adds a passkey, logs in with it by the suggestions of the email field, and removes it", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await PasskeyDevice.plugInto(page);
  await page.goto("/users/me");
  await expect(part(page)).toContainText("You have no passkeys yet.");
  await add(page, "Work laptop");
  await expect(part(page).getByRole("listitem")).toContainText("not used yet");
  await expect
    .poll(async () => (await lettersTo(people.teacher)).map(({ subject }) => subject))
    .toContain("A passkey was added to your Storyport account");

  await openLogin(page);
  await expect(page.getByLabel("Email", { exact: true })).toHaveAttribute("autocomplete", "username webauthn");
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await page.getByLabel("Email", { exact: true }).click();
  await expectWelcome(page);

  await page.goto("/users/me");
  await expect(part(page).getByRole("listitem")).toContainText("last used");
  await expect(page.getByRole("region", { name: "Where you are logged in" }).getByText(/^Passkey, since/)).toBeVisible();
  await part(page).getByRole("button", { name: "Remove Work laptop" }).click();
  await part(page).getByRole("button", { name: "Remove", exact: true }).click();
  await expect(part(page).getByText("Passkey removed: Work laptop")).toBeVisible();
  await expect(part(page)).toContainText("You have no passkeys yet.");
});

test("two devices log in by the button, each with its own passkey", async ({ page, browser }) => {
  const other = await browser.newContext();
  const devices = [
    { at: page, name: "Laptop" },
    { at: await other.newPage(), name: "Phone" },
  ];
  for (const { at, name } of devices) {
    await beLoggedIn(at, people.manager);
    await PasskeyDevice.plugInto(at);
    await add(at, name);
  }
  for (const { at } of devices) {
    await openLogin(at);
    await logInButton(at).click();
    await expectWelcome(at);
  }
  await page.goto("/users/me");
  await expect(part(page).getByRole("listitem")).toHaveCount(2);
  await other.close();
});

test.describe("a refusal", () => {
  test.use({ provokedErrors: /the server responded with a status of (401|403)/ });

  test("of a copied passkey says so, and the profile marks it", async ({ page }) => {
    await beLoggedIn(page, people.member);
    const device = await PasskeyDevice.plugInto(page);
    await add(page, "Security key");
    await openLogin(page);
    await logInButton(page).click();
    await expectWelcome(page);
    await device.turnCounterBack();
    await openLogin(page);
    await logInButton(page).click();
    await expect(page.getByRole("alert")).toContainText("This passkey may have been copied, so it no longer works.");
    await beLoggedIn(page, people.member);
    await page.goto("/users/me");
    await expect(part(page).getByRole("listitem")).toContainText("Blocked");
  });
});

test("a prompt without an answer leaves the page as it was: the password form still works", async ({ page }) => {
  await PasskeyDevice.plugInto(page);
  await page.goto("/login");
  await logInButton(page).click();
  await expect(page.getByRole("alert")).toContainText("No passkey was used.");
  await expect(logInButton(page)).toBeEnabled();
  await expect(page.getByRole("button", { name: "Log in", exact: true })).toBeEnabled();
});

test("a browser without WebAuthn has no button, and the profile says why", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "PublicKeyCredential"));
  await page.goto("/login");
  await hydrated(page.getByRole("button", { name: "Log in", exact: true }));
  await expect(logInButton(page)).toHaveCount(0);
  await beLoggedIn(page, people.newcomer);
  await page.goto("/users/me");
  await expect(part(page)).toContainText("This browser cannot add passkeys.");
});

/** Goes on with Tab until the control has the focus. In forced colours it must keep an edge and show the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  const hasFocus = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 80 && !(await hasFocus()); presses += 1) await page.keyboard.press("Tab");
  await expect(control).toBeFocused();
  const look = await control.evaluate((element) => {
    const { borderTopWidth, outlineStyle, outlineWidth } = getComputedStyle(element);
    return { edge: Number.parseFloat(borderTopWidth), ring: outlineStyle === "none" ? 0 : Number.parseFloat(outlineWidth) };
  });
  expect(look.edge).toBeGreaterThanOrEqual(1);
  expect(look.ring).toBeGreaterThanOrEqual(2);
}

test("with the keyboard alone, and in forced colours, a passkey is added, renamed, used and removed", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await PasskeyDevice.plugInto(page);
  await openLogin(page);
  await tabTo(page, logInButton(page));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("No passkey was used.");

  await beLoggedIn(page, people.camille);
  await page.goto("/users/me");
  await tabTo(page, part(page).getByRole("button", { name: "Add a passkey" }));
  await page.keyboard.press("Enter");
  const field = part(page).getByLabel("Name of the passkey");
  await expect(field).toBeFocused();
  await page.keyboard.type("Key ring");
  await page.keyboard.press("Enter");
  await expect(part(page).getByText("Passkey added: Key ring")).toBeVisible();
  await tabTo(page, part(page).getByRole("button", { name: "Rename Key ring" }));
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await page.keyboard.type("Blue key");
  await page.keyboard.press("Enter");
  await expect(part(page).getByText("Passkey renamed: Blue key")).toBeVisible();

  await openLogin(page);
  // The page hears keys from the moment at which the button is there.
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  // A key is a sign of the user, so the email field suggests the passkey.
  await page.keyboard.press("Tab");
  await expectWelcome(page);
  await page.goto("/users/me");
  await tabTo(page, part(page).getByRole("button", { name: "Remove Blue key" }));
  await page.keyboard.press("Enter");
  await tabTo(page, part(page).getByRole("button", { name: "Remove", exact: true }));
  await page.keyboard.press("Enter");
  await expect(part(page).getByText("Passkey removed: Blue key")).toBeVisible();
});
