/** The life of an account by mailed links: activated, rescued, deleted (specification, sections 2, 4 and 8). */
import { waits } from "@storyport/contract/limits";
import type { Page } from "@playwright/test";
import { hydrated, stopClock } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { lettersTo, linkInLetterTo } from "#/support/letters.ts";
import { m } from "@storyport/texts/messages";
import { forgetCookies } from "#/support/login.ts";
import { portalUrl } from "#/support/world.ts";

const passwordChanged = m["letters.passwordChanged.subject"]({ productName: "Storyport" }, { locale: "en" });
const invited = "invited@fjordskolen.example";
const firstPassword = "Quiet-Harbour-52";
const secondPassword = "a calm sea and a long beam";

async function logIn(page: Page, password: string): Promise<void> {
  await page.goto("/login/password");
  await page.getByLabel("Email", { exact: true }).fill(invited);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

test.describe.configure({ mode: "serial" });

test("a game's page shows the address of an invitation, with the form that sets the password and activates", async ({ page }) => {
  const link = new URL(await linkInLetterTo(invited, /activateAccount=true/));
  const code = link.searchParams.get("code") ?? "";
  await page.goto(`/new-user-password?gameId=1&code=${code}`);
  await expect(page.getByLabel("Email")).toHaveValue(invited);
  await expect(page).toHaveURL(/\/new-user-password\?gameId=1$/);

  // The address no longer has the code, so the page's script must fetch the account.
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/auth/new-user-password/1/*", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByText("Checking the link...")).toBeVisible();
  answered.resolve();
  await expect(page.getByRole("heading", { level: 1, name: "Set password and activate user" })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(invited);
  await expect(page.getByLabel("New password")).toHaveAttribute("type", "password");
  await expect(page.getByRole("button", { name: "Set password and activate user" })).toBeVisible();
});

test("the letter of an invitation leads to a first password, and that to a login", async ({ page }) => {
  const link = await linkInLetterTo(invited, /activateAccount=true/);
  const answer = await page.goto(link);
  expect(answer?.headers()["referrer-policy"]).toBe("no-referrer");
  await expect(page).toHaveURL(/\/account\/set-password\?activateAccount=true$/);
  await expect(page.getByRole("heading", { level: 1, name: "Choose your password" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/Welcome to Storyport. Choose a password for your account at \W?Fjordskolen\W?\./);

  const email = page.getByLabel("Email");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Please enter an email")).toBeVisible();
  await expect(page.getByText("Please enter a password")).toBeVisible();

  await email.fill("invited@gmial.com");
  await expect(page.getByText("Did you mean invited@gmail.com?")).toBeVisible();
  await email.fill(invited);
  await expect(page.getByText("Did you mean")).toBeHidden();

  const password = page.getByLabel("New password");
  await password.fill("short");
  await expect(page.getByText("The password must be at least 12 characters long.")).toBeVisible();
  await password.fill("quiet-harbour-52");
  await expect(page.getByText("The password must contain at least one uppercase letter.")).toBeVisible();
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Password too weak", { exact: true })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByLabel("Show password").check();
  await expect(password).toHaveAttribute("type", "text");

  await password.fill("Lighthouse-Beam-7");
  await expect(page.getByText("This password is strong enough.")).toBeVisible();
  await password.fill("Password-2026!");
  await expect(page.getByText("Many people choose a password like this.")).toBeVisible();
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("alert")).toContainText("The password is too weak");

  // The server also refuses the name of the school.
  await password.fill("Fjordskolen-2026!");
  await expect(page.getByText("This password is strong enough.")).toBeVisible();
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("This password is strong enough.")).toHaveCount(0);
  await expect(page.getByRole("alert")).toContainText("The password is too weak");
  await expect(page.getByRole("alert")).toContainText(m["instructions.passwordInstructions"]());

  await page.reload();
  await page.getByLabel("Email").fill(invited);
  await page.getByLabel("New password").fill(firstPassword);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Password set", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to the login" })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/, { timeout: 6000 });

  await logIn(page, firstPassword);
  await expect(page).toHaveURL(/\/set-display-name/);

  await forgetCookies(page.context());
  await page.goto(link);
  await expect(page.getByRole("alert")).toContainText("This password setting link has errors or it has expired.");
  await expect(page.getByRole("alert")).toContainText("This link has already been used.");
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test("a forgotten password is replaced from the login page on, and the other browser is logged out", async ({ page, browser }) => {
  const other = await (await browser.newContext()).newPage();
  await logIn(other, firstPassword);
  await expect(other).toHaveURL(/\/set-display-name/);

  await page.goto("/login/password");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // Before its script runs, the server answers the empty form, with other words.
  await hydrated(page.getByRole("button", { name: "Send the link" }));
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("Please enter an email")).toBeVisible();
  await page.getByLabel("Email").fill(invited);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("A password reset link has been sent to the email address provided")).toBeVisible();
  await expect(page).toHaveURL(/\/login$/, { timeout: 6000 });

  await page.goto(await linkInLetterTo(invited, /set-password\?code=[\w-]{43}$/));
  await page.getByLabel("Email").fill("somebody@fjordskolen.example");
  await page.getByLabel("New password").fill(secondPassword);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("alert")).toContainText("cannot be used with this password reset link");
  await page.getByLabel("Email").fill(invited);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Password set", { exact: true })).toBeVisible();

  await other.goto("/users/me");
  await expect(other).toHaveURL(/\/login/);
  await expect.poll(async () => (await lettersTo(invited)).some(({ subject }) => subject === passwordChanged)).toBe(true);
});

test("an account is deleted by its owner's letter, on the game's page", async ({ page }) => {
  await page.goto("/account/request-deletion");
  await page.getByLabel("Email").fill(invited);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("The account deletion link has been sent")).toBeVisible();
  // The page leads on by itself, which would end the visit of the link.
  await expect(page).toHaveURL(`${portalUrl}/login`);

  const link = await linkInLetterTo(invited, /\/account\/delete\/[\w-]{43}/);
  await page.goto(link);
  await expect(page).toHaveURL(/\/account\/delete$/);
  await page.getByLabel("Email").fill("somebody@fjordskolen.example");
  await page.getByRole("button", { name: "Delete the account" }).click();
  await expect(page.getByRole("alert")).toContainText("Check the provided email address for errors");

  await page.goto(`/_gamecode/delete-user?gameId=1&code=${link.split("/").at(-1)}`);
  await expect(page).toHaveURL(/\/delete-user\?gameId=1$/);
  await expect(page.getByText(`Are you sure you want to delete the user ${invited}?`)).toBeVisible();
  await page.getByRole("button", { name: "Delete user" }).click();
  await expect(page.getByText("The account has been deleted")).toBeVisible();
  await logIn(page, secondPassword);
  await expect(page.getByRole("alert")).toContainText("Invalid username or password");
});

test("addresses without a good code say so and lead on", async ({ page }) => {
  for (const [address, sentence] of [
    ["/account/set-password", "This password setting link has errors or it has expired."],
    ["/_gamecode/new-user-password?gameId=1&code=no-such-code", "Invalid password activation code"],
    ["/new-user-password", "Invalid password activation code"],
    ["/delete-user?gameId=1&code=no-such-code", "Invalid user deletion code."],
    ["/account/delete/", "The account deletion request link has expired, please create a new one if needed"],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("alert"), address).toContainText(sentence);
    await expect(page.getByRole("link", { name: "Ask for a new link" })).toBeVisible();
  }
  await page.goto("/_gamecode/forgot-password");
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.goto("/_gamecode/delete-player?gameId=1&code=x");
  await expect(page.getByRole("heading", { name: "Delete player" })).toBeVisible();
});

test("an e-mail address is checked when the typing has paused for 500 ms, and not before", async ({ page }) => {
  await page.clock.install();
  await page.goto(`/account/set-password?code=${"c".repeat(43)}`);
  const email = page.getByLabel("Email");
  await hydrated(email);
  await stopClock(page);
  const refused = page.getByText("Enter a valid email address.");
  await email.fill("error@school");
  await page.clock.runFor(waits.emailCheckDebounce - 1);
  await expect(refused).toBeHidden();
  await page.clock.runFor(1);
  await expect(refused).toBeVisible();
});

test("a deletion that succeeded says so, and goes to the login after three seconds", async ({ page }) => {
  await page.clock.install();
  await page.route("**/api/auth/users/request-user-deletion", (route) => route.fulfill({ json: {} }));
  await page.goto(`/account/delete/${"c".repeat(43)}`);
  await hydrated(page.getByLabel("Email"));
  await stopClock(page);
  await page.getByLabel("Email").fill("kari@school.example");
  await page.getByRole("button", { name: "Delete the account" }).click();
  await expect(page.getByRole("status")).toContainText("The account has been deleted");
  await page.clock.runFor(waits.afterSuccess - 1);
  await expect(page).toHaveURL(/\/account\/delete$/);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(/\/login$/);
});

test("while the code of a deletion is checked, the page says so", async ({ page }) => {
  await page.route("**/api/auth/user/deletion/1/*", () => new Promise(() => undefined));
  await page.goto(`/delete-user?gameId=1&code=${"c".repeat(43)}`);
  await expect(page).toHaveURL(/\/delete-user\?gameId=1$/);
  const kept = (at: number) => new URLSearchParams({ token: "c".repeat(43), gameId: "1", at: String(at) }).toString();
  await page.evaluate((proof) => sessionStorage.setItem("link /delete-user", proof), kept(Date.now()));
  await page.reload();
  await expect(page.getByText("Checking the link...")).toBeVisible();
});
