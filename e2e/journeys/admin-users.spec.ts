/** Administrators find, create, deactivate and reactivate users (specification, sections 2, 5 and 8). */
import type { Page } from "@playwright/test";
import { ask, aUserGroup, send } from "#/support/admin-area.ts";
import { leaveOpen } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn, expectWelcome, sendLogin, userMenu } from "#/support/login.ts";
import { unavailable } from "#/support/unavailable.ts";
import { chosenPassword, choosePassword, idOf, makeUser, newcomer } from "#/support/users.ts";
import { people } from "#/support/world.ts";

/** Fills the required fields of 'Create a new user'. */
async function fillUser(page: Page, email: string, role: string): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Organization", { exact: true }).selectOption({ label: "Fjordskolen" });
  await page.getByRole("checkbox", { name: role, exact: true }).check();
}

test("a user is found by a part of the e-mail address and by id, and back leads through the searches @phone", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/users");
  await expect(page.getByRole("status").filter({ hasText: /^Showing results 1-10 of \d+$/ })).toBeVisible();
  await page.getByLabel("User email or ID").fill("  LYCEEHUGO ");
  await page.getByRole("button", { name: "Search Users" }).click();
  await expect(page.getByText("Showing results 1-1 of 1")).toBeVisible();
  await expect(page).toHaveURL(/\/users\/?\?page=1&filter=LYCEEHUGO$/);
  const id = await idOf(page, people.camille);
  await page.getByLabel("User email or ID").fill(id);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(id));
  await expect(page.getByRole("row").filter({ hasText: people.camille })).toContainText("google, password");
  await page.getByLabel("User email or ID").fill("100%_nobody' or 1=1 --");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No users found")).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("User email or ID")).toHaveValue(id);
  await page.getByRole("link", { name: `Edit ${people.camille}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: "User Info" })).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(people.camille);
});

test("a page beyond the end is the last one, and whatever is no page the first", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/users?page=999&filter=");
  await expect(page.getByText(/^Showing results \d+-(\d+) of \1$/)).toBeVisible();
  await expect(page).toHaveURL(/page=\d{1,2}&/);
  for (const odd of ["0", "-1", "10;", "1e9"]) {
    await page.goto(`/users?page=${encodeURIComponent(odd)}`);
    await expect(page.getByText(/^Showing results 1-10 of \d+$/)).toBeVisible();
  }
});

test("a user is made with roles and a group, chooses a password by the letter and logs in", async ({ page, browser }) => {
  test.slow();
  await beLoggedIn(page, people.admin);
  const groupName = "Readers";
  await aUserGroup(page, { name: groupName, roles: ["member"] });
  const email = newcomer("made");
  await page.goto("/admin/create-account");
  await page.getByRole("button", { name: "Create user" }).click();
  await expect(page.getByRole("alert")).toContainText("Invalid input: Enter a valid email address.");

  await fillUser(page, email, "Teacher");
  await page.getByRole("checkbox", { name: groupName }).check();
  const inherited = page.getByRole("checkbox", { name: "Member", exact: true });
  await expect(inherited).toBeChecked();
  await expect(inherited).toBeDisabled();
  await page.getByRole("button", { name: "Show details" }).click();
  await expect(page.getByText("Roles: Member.", { exact: false })).toBeVisible();

  await page.getByLabel("Organization", { exact: true }).selectOption({ label: "LyceeHugo" });
  await expect(page.getByRole("checkbox", { name: "Teacher", exact: true })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: groupName })).toHaveCount(0);
  await fillUser(page, email, "Teacher");
  await page.getByRole("checkbox", { name: groupName }).check();
  await page.getByRole("button", { name: "Create user" }).click();
  await expect(page.getByText(`User '${email}' successfully created!`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Create user" })).toBeDisabled();
  await page.getByRole("link", { name: "Show in the user list" }).click();
  await expect(page.getByText("Showing results 1-1 of 1")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Inactive");
  expect(await ask(page, `users/${await idOf(page, email)}`)).toMatchObject({ defaultLocale: "nb" });

  const owner = await browser.newContext();
  const own = await owner.newPage();
  await choosePassword(own, email);
  await own.goto("/login");
  await sendLogin(own, email, chosenPassword);
  await expect(own.getByRole("heading", { level: 1, name: "What is your name?" })).toBeVisible();
  await owner.close();
});

test("a deactivated user is logged out by the next click, and can log in after reactivation", async ({ page, browser }) => {
  test.slow();
  await beLoggedIn(page, people.admin);
  const email = newcomer("locked");
  const id = await makeUser(page, email);
  const owner = await browser.newContext();
  const own = await owner.newPage();
  await choosePassword(own, email);
  await own.clock.install();
  await own.goto("/login");
  await sendLogin(own, email, chosenPassword);
  await own.getByRole("link", { name: "Not now" }).click();
  await expectWelcome(own);

  await page.goto(`/users/${id}`);
  await page.getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByRole("dialog")).toContainText("The user is logged out at once");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Deactivate" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText("Account deactivated. The user is logged out.")).toBeVisible();

  await leaveOpen(own);
  await userMenu(own).click();
  await own.getByRole("link", { name: "My profile" }).click();
  await expect(own).toHaveURL(/\/login/);
  await sendLogin(own, email, chosenPassword);
  await expect(own.getByRole("alert")).toContainText("User not active");
  await page.getByRole("button", { name: "Reactivate" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reactivate" }).click();
  await expect(page.getByText("The account is active again.")).toBeVisible();
  await sendLogin(own, email, chosenPassword);
  await expect(own.getByRole("alert")).toBeHidden();
  await owner.close();
});

test("if two browsers create the same e-mail address, one is refused and keeps its draft", async ({ page, browser }) => {
  const other = await browser.newContext();
  const second = await other.newPage();
  const email = newcomer("twice");
  for (const each of [page, second]) {
    await beLoggedIn(each, people.admin);
    await each.goto("/admin/create-account");
    await fillUser(each, email, "Member");
  }
  await Promise.all([page, second].map((each) => each.getByRole("button", { name: "Create user" }).click()));
  const outcomes = await Promise.all(
    [page, second].map(async (each) => {
      const made = each.getByText(`User '${email}' successfully created!`);
      const refused = each
        .getByRole("alert")
        .filter({ hasText: "Failed to create user: 409 An account with this email address already exists." });
      await expect(made.or(refused).first()).toBeVisible();
      await expect(each.getByLabel("Email", { exact: true })).toHaveValue(email);
      return await made.isVisible();
    }),
  );
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  await other.close();
});

test("a session that ends while a form is open loses nothing that was typed", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/admin/create-account");
  const email = newcomer("kept");
  await fillUser(page, email, "Member");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Create user" }).click();
  await expect(page.getByText("You have been logged out")).toBeVisible();
  await page.getByRole("link", { name: "Log in again" }).click();
  await sendLogin(page, people.admin);
  await expect(page.getByText("What you had typed before you were logged out is here again.")).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await expect(page.getByRole("checkbox", { name: "Member", exact: true })).toBeChecked();
  await page.getByRole("button", { name: "Create user" }).click();
  await expect(page.getByText(`User '${email}' successfully created!`)).toBeVisible();
});

/** The name was typed here, while another administrator changed the language to French. */
async function lookAgain(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText("Someone else changed this.");
  await page.getByRole("button", { name: "Show the latest version" }).click();
  await expect(page.getByLabel("Language", { exact: true }).first()).toHaveValue("fr");
  await expect(page.getByLabel("Display name", { exact: true })).toHaveValue("Mine Own");
}

test("a concurrent edit is shown and not undone, and the user's own change is kept", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  const id = await makeUser(page, newcomer("changed"));
  await page.goto(`/users/${id}?tab=edit`);
  await page.getByLabel("Display name", { exact: true }).fill("Mine Own");
  await send(page, { method: "PATCH", path: `users/${id}`, data: { version: 1, locale: "fr" } });
  await lookAgain(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Display name", { exact: true })).toHaveValue("Mine Own");
});

test("a draft from before the end of the session undoes no concurrent edit", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  const id = await makeUser(page, newcomer("between"));
  await page.goto(`/users/${id}?tab=edit`);
  await page.getByLabel("Display name", { exact: true }).fill("Mine Own");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("You have been logged out")).toBeVisible();
  await beLoggedIn(page, people.admin);
  await send(page, { method: "PATCH", path: `users/${id}`, data: { version: 1, locale: "fr" } });
  await page.goto(`/users/${id}?tab=edit`);
  await expect(page.getByText("What you had typed before you were logged out is here again.")).toBeVisible();
  await lookAgain(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  expect(await ask(page, `users/${id}`)).toMatchObject({ displayName: "Mine Own", defaultLocale: "fr" });
});

test("an account that cannot be fetched says so in the specification's words, and is shown once it can be", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  const id = await idOf(page, people.camille);
  await page.goto(`/users/${crypto.randomUUID()}`);
  await expect(page.getByRole("alert")).toContainText("Failed to fetch user info: There is no such user");
  const address = `**/api/auth/users/${id}`;
  await page.route(address, (route) => route.fulfill(unavailable));
  await page.goto(`/users/${id}`);
  await expect(page.getByRole("alert")).toContainText("Failed to fetch user info: The service is not available right now.");
  await page.unroute(address);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("main")).toContainText(people.camille);
  await expect(page.getByRole("alert")).toBeHidden();
});

test("a rule that an edit breaks is said at its field, and nothing is changed", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  const id = await makeUser(page, newcomer("rules"));
  await page.goto(`/users/${id}?tab=edit`);
  await page.getByRole("checkbox", { name: "Teacher", exact: true }).uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("group", { name: "Roles" })).toContainText("At least one role must always be assigned.");
  await page.getByRole("checkbox", { name: "Teacher", exact: true }).check();
  await page.getByRole("checkbox", { name: "QR code" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText("QR code logins are only permitted for students.");
  await page.getByRole("checkbox", { name: "QR code" }).uncheck();
  await page.getByLabel("Email", { exact: true }).fill(people.teacher);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toContainText("All sessions, the password, connected logins and two-step verification end.");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText("An account with this email address already exists.");
});

test.describe("where a search fails", () => {
  test.use({ provokedErrors: /502/ });

  test("a search that fails says so in the words of the specification, and what was found can be had as a file", async ({ page }) => {
    await beLoggedIn(page, people.admin);
    await page.route("**/api/auth/admin/player/search", (route) => route.fulfill(unavailable));
    await page.goto("/players?filter=nora");
    await expect(page.getByText("Failed to fetch players: 503 The service is not available right now.", { exact: false })).toBeVisible();
    await page.route("**/api/auth/users/search", (route) => route.fulfill({ status: 502, body: "<html>" }), { times: 1 });
    await page.goto("/users?filter=lyceehugo");
    await expect(page.getByRole("alert")).toContainText("Error: 502 Bad Gateway");
    await page.getByRole("button", { name: "Try again" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export as CSV" }).click();
    expect((await download).suggestedFilename()).toBe("users.csv");
  });
});

test("a teacher has no access to users", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  for (const path of ["/users", "/admin/create-account", "/admin/set-password"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: "No access" })).toBeVisible();
    await expect(page.getByText("No admin permissions")).toBeVisible();
  }
});

test("a password link is sent to its owner; without a chosen user the page says what is missing", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/admin/set-password");
  await expect(page.getByText("Choose a user from the list first.", { exact: false })).toBeVisible();
  const email = newcomer("link");
  await page.goto(`/admin/set-password?userId=${await makeUser(page, email)}`);
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole("button", { name: "Send activation link" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send activation link" }).click();
  await expect(page.getByText("The email is on its way.", { exact: false })).toBeVisible();
});

test("a deletion of a user is final, and the page says so", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  const email = newcomer("gone");
  await page.goto(`/users/${await makeUser(page, email)}`);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("This cannot be undone.");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("The account is deleted.")).toBeVisible();
  await expect(page.getByText("Deleted", { exact: true }).first()).toBeVisible();
  await expect(page.getByText(email)).toBeHidden();
  await expect(page.getByRole("button", { name: "Deactivate" })).toBeHidden();
});
