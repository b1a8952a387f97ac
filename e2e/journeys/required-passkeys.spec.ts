/** A passkey after the password: because an organization requires it, or instead of a code (docs/decisions/0073). */
import type { Browser, Page } from "@playwright/test";
import { organizationId, send } from "#/support/admin-area.ts";
import { authenticator } from "#/support/authenticator.ts";
import { hydrated, openAndWait } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn, expectWelcome, forgetCookies, sendLogin } from "#/support/login.ts";
import { PasskeyDevice } from "#/support/passkey-device.ts";
import { people } from "#/support/world.ts";

// In order, because the second journey leaves the school requiring passkeys.
test.describe.configure({ mode: "serial" });

const part = (page: Page) => page.getByRole("region", { name: "Passkeys", exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const useButton = (page: Page) => page.getByRole("button", { name: "Use a passkey" });

async function logIn(page: Page, email: string): Promise<void> {
  await forgetCookies(page.context());
  await page.goto("/login");
  await hydrated(page.getByRole("button", { name: "Log in", exact: true }));
  await sendLogin(page, email);
}

/** Opens the step without the form, whose email field would suggest the passkey and log in at once. */
async function openStep(page: Page, email: string, step: "" | "?passkey=1"): Promise<void> {
  await forgetCookies(page.context());
  await beLoggedIn(page, email);
  await page.goto(`/login/second-factor${step}`);
}

async function add(page: Page, name: string): Promise<void> {
  await openAndWait(page, "/users/me");
  await part(page).getByRole("button", { name: "Add a passkey" }).click();
  await part(page).getByLabel("Name of the passkey").fill(name);
  await part(page).getByRole("button", { name: "Go on" }).click();
  await expect(part(page).getByText(`Passkey added: ${name}`)).toBeVisible();
}

/** An administrator opens the school's page in another browser. */
async function openSchool(browser: Browser): Promise<Page> {
  const desk = await (await browser.newContext()).newPage();
  await beLoggedIn(desk, people.admin);
  await desk.goto(`/organizations/${await organizationId(desk, "Fjordskolen")}`);
  return desk;
}

test("a passkey completes a login instead of the code, and is renamed on the profile", async ({ page }) => {
  await beLoggedIn(page, people.manager);
  await PasskeyDevice.plugInto(page);
  await add(page, "Laptop");
  await part(page).getByRole("button", { name: "Rename Laptop" }).click();
  const field = part(page).getByLabel("Name of the passkey");
  await expect(field).toBeFocused();
  await part(page).getByRole("button", { name: "Cancel" }).click();
  await expect(part(page).getByRole("button", { name: "Rename Laptop" })).toBeFocused();
  await part(page).getByRole("button", { name: "Rename Laptop" }).click();
  await field.fill("Blue laptop");
  await part(page).getByRole("button", { name: "Save" }).click();
  await expect(part(page).getByText("Passkey renamed: Blue laptop")).toBeVisible();
  await expect(part(page).getByRole("listitem")).toContainText("Blue laptop");

  const { otpAuthUrl } = await send<{ otpAuthUrl: string }>(page, { path: "second-factor/enrol", data: {} });
  await send(page, { path: "second-factor/confirm", data: { code: authenticator(otpAuthUrl).code() } });
  await openStep(page, people.manager, "");
  await expect(heading(page, "One more step")).toBeVisible();
  await useButton(page).click();
  await expectWelcome(page);
});

test.describe("required passkeys", () => {
  test.use({ provokedErrors: /the server responded with a status of 409/ });

  test("a school requires passkeys: a teacher adds one after the password, needs it from then on, and keeps the last", async ({
    page,
    browser,
  }) => {
    const desk = await openSchool(browser);
    await expect(part(desk)).toContainText("Optional");
    await part(desk).getByRole("button", { name: "Require passkeys" }).click();
    await desk.getByRole("dialog").getByRole("button", { name: "Require passkeys" }).click();
    await expect(part(desk)).toContainText("Required of staff who log in with a password.");

    const device = await PasskeyDevice.plugInto(page);
    await logIn(page, people.teacher);
    await expect(heading(page, "Add a passkey to go on")).toBeVisible();
    await expect(page).toHaveURL("/login/second-factor?passkey=1");
    await expect(page.getByLabel("Name of the passkey")).toHaveValue(/Chrom/);
    await page.getByRole("button", { name: "Go on" }).click();
    await expectWelcome(page);

    await page.goto("/users/me");
    await part(page)
      .getByRole("button", { name: /^Remove / })
      .click();
    await part(page).getByRole("button", { name: "Remove", exact: true }).click();
    await expect(part(page).getByRole("alert")).toContainText("Your organization requires a passkey.");

    await openStep(page, people.teacher, "?passkey=1");
    await expect(heading(page, "Use your passkey to go on")).toBeVisible();
    await useButton(page).click();
    await expectWelcome(page);

    await device.forget();
    await openStep(page, people.teacher, "?passkey=1");
    await useButton(page).click();
    await expect(page.getByRole("alert")).toContainText("No passkey was used.");
    await page.locator("summary").filter({ hasText: "I do not have my passkey" }).click();
    await expect(page.getByText(/^Write to .*remove your passkeys/)).toBeVisible();
    await desk.context().close();
  });
});

test("a browser without WebAuthn says what to do, and leads back to the login", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "PublicKeyCredential"));
  await logIn(page, people.member);
  await expect(heading(page, "Add a passkey to go on")).toBeVisible();
  await expect(page.getByText("This browser cannot use passkeys. Log in with a newer browser")).toBeVisible();
  await page.getByRole("button", { name: "Log in as someone else" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toBeVisible();
});

/** Sets whether Fjordskolen requires passkeys, on its page. */
async function setRequired(desk: Page, isRequired: boolean): Promise<void> {
  await desk.reload();
  await part(desk)
    .getByRole("button", { name: isRequired ? "Require passkeys" : "Make passkeys optional" })
    .click();
  if (isRequired) await desk.getByRole("dialog").getByRole("button", { name: "Require passkeys" }).click();
  await expect(part(desk)).toContainText(isRequired ? "Required of staff" : "Optional");
}

test("who is logged in when the school begins to require passkeys reads until when, adds one or uses one, and stays logged in", async ({
  page,
  browser,
}) => {
  const desk = await openSchool(browser);
  await setRequired(desk, false);
  await forgetCookies(page.context());
  await beLoggedIn(page, people.member);
  await page.goto("/users/me");
  const notice = page.getByText("Your organization requires a passkey", { exact: true });
  await expect(part(page)).toContainText("You have no passkeys yet.");
  await expect(notice).toHaveCount(0);

  await setRequired(desk, true);
  await PasskeyDevice.plugInto(page);
  await page.goto("/");
  await expect(notice).toBeVisible();
  await page.getByRole("link", { name: "Go to passkeys" }).click();
  await expect(page).toHaveURL("/users/me#passkeys");
  await expect(page.getByText(/^You logged in here without a passkey, so this login ends on .* Add a passkey/)).toBeVisible();
  await part(page).getByRole("button", { name: "Add a passkey" }).click();
  await part(page).getByRole("button", { name: "Go on" }).click();
  await expect(part(page).getByText(/^Passkey added: /)).toBeVisible();
  await expect(notice).toHaveCount(0);

  await setRequired(desk, false);
  await forgetCookies(page.context());
  await beLoggedIn(page, people.member);
  await setRequired(desk, true);
  await page.goto("/users/me");
  await expect(notice).toBeVisible();
  await part(page).getByRole("button", { name: "Use your passkey" }).click();
  await expect(part(page).getByText("Passkey used. You stay logged in.")).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(part(page).getByRole("button", { name: "Use your passkey" })).toHaveCount(0);
  await desk.context().close();
});
