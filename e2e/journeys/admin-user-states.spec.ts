/** The screens for users while loading, without results, and after failures (specification, sections 2 and 8). */
import type { Page } from "@playwright/test";
import { leaveOpen } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn } from "#/support/login.ts";
import { unavailable } from "#/support/unavailable.ts";
import { people } from "#/support/world.ts";

const reason = "The service is not available right now. Try again in a moment.";

const lists = {
  loginTypes: "**/api/auth/users/login-types",
  organizations: "**/api/auth/organization/search*",
  groups: "**/api/auth/user-groups/*",
  roles: "**/api/auth/permissions/roles-and-permissions?*",
} as const;

async function openNewUser(page: Page): Promise<void> {
  await beLoggedIn(page, people.admin);
  await page.goto("/admin/create-account");
}

async function chooseSchool(page: Page): Promise<void> {
  await page.getByLabel("Organization", { exact: true }).selectOption({ label: "Fjordskolen" });
}

test("what a new user can be given says that it is being loaded", async ({ page }) => {
  for (const list of [lists.loginTypes, lists.groups, lists.roles]) await page.route(list, () => new Promise(() => undefined));
  await openNewUser(page);
  await expect(page.getByText("Loading available login types...")).toBeVisible();
  await chooseSchool(page);
  await expect(page.getByText("Loading available user groups...")).toBeVisible();
  await expect(page.getByText("Loading available roles...")).toBeVisible();
});

test("what cannot be loaded for a new user says what failed, and can be asked for again", async ({ page }) => {
  for (const list of Object.values(lists)) await page.route(list, (route) => route.fulfill(unavailable));
  await openNewUser(page);
  await expect(page.getByText(`Failed to load available login types: ${reason}`)).toBeVisible();
  const organizations = page.getByRole("alert").filter({ hasText: `Failed to load organizations: ${reason}` });
  await page.unroute(lists.organizations);
  await organizations.getByRole("button", { name: "Try again" }).click();
  await chooseSchool(page);
  await expect(page.getByText(`Failed to load available user groups: ${reason}`)).toBeVisible();
  await expect(page.getByText(`Failed to load roles and permissions: ${reason}`)).toBeVisible();
});

test("login types of a wrong shape say that they failed, and the form stays; missing fields have their defaults", async ({ page }) => {
  await openNewUser(page);
  for (const json of [{}, "x", [{ type: "MAGIC", description: "x" }]]) {
    await page.route(lists.loginTypes, (route) => route.fulfill({ json }));
    await page.reload();
    await expect(page.getByText("Failed to load available login types: Sorry, an unexpected error has occurred.")).toBeVisible();
    await expect(page.getByLabel("Email", { exact: true })).toBeVisible();
    await page.unroute(lists.loginTypes);
  }
  await page.route(lists.loginTypes, (route) => route.fulfill({ json: [{ type: "PASSWORD", description: "x" }] }));
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("radio")).toHaveCount(1);
});

test("where there is nothing to give a new user the page says so", async ({ page }) => {
  await page.route(lists.loginTypes, (route) => route.fulfill({ json: [] }));
  await page.route(lists.groups, (route) => route.fulfill({ json: [] }));
  await page.route(lists.roles, (route) => route.fulfill({ json: { roles: [], permissions: [] } }));
  await openNewUser(page);
  await expect(page.getByText("No login types found")).toBeVisible();
  await chooseSchool(page);
  await expect(page.getByText("No roles available")).toBeVisible();
  await expect(page.getByText("No user groups found")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Create user group" }).click();
  await expect(page).toHaveURL(/\/user-groups\/create-user-group$/);
});

test("a new user that the server does not make: the status and the words, and what was typed stays", async ({ page }) => {
  await openNewUser(page);
  await page.route("**/api/auth/users/create", (route) => route.fulfill(unavailable));
  await page.getByLabel("Email", { exact: true }).fill("new@fjordskolen.example");
  await chooseSchool(page);
  await page.getByRole("checkbox", { name: "Teacher", exact: true }).check();
  await page.getByRole("button", { name: "Create user" }).click();
  await expect(page.getByRole("alert")).toContainText(`Failed to create user: 503 ${reason}`);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("new@fjordskolen.example");
  await expect(page.getByRole("button", { name: "Create user" })).toBeEnabled();
});

test("of many pages the first, the last, the present one and its neighbours are offered", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.route("**/api/auth/users/search", async (route) => {
    const { page: wanted } = route.request().postDataJSON() as { page: number };
    const user = { email: `page-${wanted}@school.example`, displayName: null, locale: "pt-BR", loginTypes: ["FEIDE", "GOOGLE"] };
    const dates = { created: "2026-03-04T05:06:07.000Z", activated: null, disabled: null };
    const results = [{ guid: crypto.randomUUID(), ...user, ...dates }];
    await route.fulfill({ json: { results, total: 98, count: 1, offset: (wanted - 1) * 10, limit: 10 } });
  });
  await page.goto("/users?page=5&filter=school");
  const row = page.getByRole("row").filter({ hasText: "page-5@school.example" });
  await expect(row).toContainText("pt-br");
  await expect(row).toContainText("feide, google");
  await expect(row).toContainText(/04\.03\.2026 \d\d:06:07/);
  await expect(row).toContainText("Inactive");
  const pages = page.getByRole("navigation", { name: "Pages of users" });
  expect((await pages.innerText()).split(/\s+/)).toEqual(["Previous", "1", "…", "4", "5", "6", "…", "10", "Next"]);
  await expect(pages.getByRole("link", { name: "Page 5" })).toHaveAttribute("aria-current", "page");
  await pages.getByRole("link", { name: "Page 10" }).click();
  await expect(page.getByRole("row").filter({ hasText: "page-10@school.example" })).toBeVisible();
  await expect(page).toHaveURL(/page=10&filter=school$/);
  await page.goBack();
  await expect(row).toBeVisible();
});

test("what is typed while a search is under way stays, and the next search is for it", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.clock.install();
  await page.goto("/users");
  await leaveOpen(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // The guard checks the account before it opens the address of the search.
  await page.route("**/api/auth/auth/validate-auth", async (route) => {
    await released;
    await route.continue();
  });
  const field = page.getByLabel("User email or ID");
  await field.fill("lyceehugo");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/filter=lyceehugo$/);
  await field.fill("nobody at all");
  release();
  await expect(page.getByText("Showing results 1-1 of 1")).toBeVisible();
  await expect(field).toHaveValue("nobody at all");
  await expect(field).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("No users found")).toBeVisible();
  await page.goBack();
  await expect(field).toHaveValue("lyceehugo");
});

test("users that cannot be searched for are an error of the page", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.route("**/api/auth/users/search", (route) => route.fulfill(unavailable));
  await page.goto("/users");
  await expect(page.getByText(`Error: ${reason}`)).toBeVisible();
  await page.unroute("**/api/auth/users/search");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/^Showing results 1-10/)).toBeVisible();
});

test("the admin page leads to the whole user list and to a new organization", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/admin/");
  await expect(page.getByRole("heading", { level: 1, name: "Admin page" })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Create organization" })).toHaveAttribute("href", "/organizations/create-organization");
  await main.getByRole("link", { name: "User list" }).click();
  await expect(page).toHaveURL(/\/users\/?\?page=1&filter=$/);
  await expect(page.getByRole("heading", { level: 1, name: "User Search" })).toBeVisible();
});

test("a missing role is reported once, and unchosen options have no error", async ({ page }) => {
  await openNewUser(page);
  const types = page.getByRole("group", { name: "Login type" });
  await expect(types.getByText("only the user can connect these", { exact: false })).toHaveCount(1);
  await expect(types).not.toContainText("not allowed");
  await page.getByLabel("Email", { exact: true }).fill("roleless@school.example");
  await page.getByLabel("Organization", { exact: true }).selectOption({ label: "LyceeHugo" });
  await expect(page.getByRole("main").getByLabel("Language", { exact: true })).toHaveValue("fr");
  await expect(page.getByRole("checkbox", { name: "Teacher", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Create user" }).click();
  await expect(page.getByRole("alert")).toContainText("Invalid input: At least one role must always be assigned.");
  await expect(page.getByText("At least one role must always be assigned.", { exact: false })).toHaveCount(1);
});
