/** A teacher creates, shares, renames, archives and restores a group (DESIGN A12; specification, section 6). */
import type { Page } from "@playwright/test";
import { hydrated } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn, forgetCookies } from "#/support/login.ts";
import { password, people } from "#/support/world.ts";

const colleague = people.newcomer;
let count = 0;

/** Each test creates its own group. */
async function createGroup(page: Page): Promise<string> {
  await page.goto("/player-groups");
  return await fillInGroup(page);
}

async function fillInGroup(page: Page): Promise<string> {
  const name = `Class ${count++}`;
  await page.getByLabel("Name of the class").fill(name);
  await page.getByRole("button", { name: "Create class" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Class ${name}` })).toBeVisible();
  return name;
}

const part = (page: Page, name: string) => page.getByRole("navigation", { name: "Parts of this class" }).getByRole("link", { name });

test("a teacher creates a group with a student, whose row leads to a page of their own @phone", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto("/");
  await page.getByRole("link", { name: /^All my classes/ }).click();
  const name = await fillInGroup(page);
  await page.getByLabel("Student’s name").fill("Nora <b>Nordmann</b>");
  await page.getByRole("button", { name: "Add student" }).click();
  await expect(page.getByRole("rowheader", { name: "Nora Nordmann" })).toBeVisible();
  await page.getByLabel("More for Nora Nordmann").click();
  await page.getByRole("link", { name: "Open profile Nora Nordmann" }).click();
  await expect(page).toHaveURL(/\/players\/[\da-f-]{36}$/);
  await page.goBack();
  await page.getByRole("link", { name: "All classes" }).click();
  await expect(page.getByRole("row", { name }).getByRole("cell", { name: "Own" })).toBeVisible();
});

test("a jump from one group to another leaves nothing of the first one behind", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  const first = await createGroup(page);
  await part(page, "Settings").click();
  await page.getByLabel("Name of the class").fill("A draft");
  await page.getByRole("link", { name: "All classes" }).click();
  await page.getByRole("link", { name: "2B" }).first().click();
  await part(page, "Settings").click();
  await expect(page.getByRole("heading", { level: 1, name: "Class 2B" })).toBeVisible();
  await page.getByLabel("Name of the class").fill("Another draft");
  // Goes back past the list, as a user does by holding the Back button.
  await page.evaluate(() => history.go(-3));
  await expect(page.getByRole("heading", { level: 1, name: `Class ${first}` })).toBeVisible();
  await expect(page.getByLabel("Name of the class")).toHaveValue(first);
});

test("a user who is quicker than the list of organizations still creates a class", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/auth/manifest/orgs/me", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/player-groups");
  const name = page.getByLabel("Name of the class");
  await hydrated(name);
  await name.fill("Quick");
  await page.getByRole("button", { name: "Create class" }).click();
  await expect(page.getByRole("button", { name: "One moment..." })).toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Class Quick" })).toBeVisible();
});

test("rights are given to a colleague, changed, and taken away after a question", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await createGroup(page);
  await part(page, "Rights").click();
  await page.getByLabel("Email address").fill(colleague);
  await page.getByRole("button", { name: "Give rights" }).first().click();
  const row = page.getByRole("row", { name: colleague });
  await expect(row.getByRole("combobox")).toHaveValue("READ");
  await row.getByRole("combobox").selectOption("MODIFY");
  await row.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: `${colleague}: Change` })).toBeFocused();
  await page.reload();
  await expect(row.getByRole("combobox")).toHaveValue("MODIFY");
  await row.getByRole("button", { name: "Remove rights" }).click();
  const question = page.getByRole("dialog", { name: `Remove the rights of ${colleague}?` });
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await row.getByRole("button", { name: "Remove rights" }).click();
  await question.getByRole("button", { name: "Remove rights" }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: colleague })).toBeFocused();
});

test.describe("a user of another school", () => {
  test.use({ provokedErrors: /404/ });

  test("gets no rights, learns nothing, and finds no such group", async ({ page, browser }) => {
    await beLoggedIn(page, people.teacher);
    await createGroup(page);
    await part(page, "Rights").click();
    await page.getByLabel("Email address").fill(people.camille);
    await page.getByRole("button", { name: "Give rights" }).first().click();
    await expect(page.getByRole("alert")).toContainText("Nobody in this organization has this email address.");
    await expect(page.getByLabel("Email address")).toHaveValue(people.camille);
    const other = await (await browser.newContext()).newPage();
    await beLoggedIn(other, people.camille);
    await other.goto(page.url());
    await expect(other.getByRole("alert")).toContainText("There is no such class, or you have no rights on it.");
    await expect(other.getByRole("link", { name: "All classes" })).toBeVisible();
  });
});

test("a group is renamed, archived after a question, found among the archived groups, and restored", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  const name = await createGroup(page);
  await part(page, "Settings").click();
  await page.getByLabel("Name of the class").fill(`${name} B`);
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Class ${name} B` })).toBeVisible();
  await page.getByRole("button", { name: "Archive this class" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("All its badges and codes end");
  await question.getByRole("button", { name: "Archive this class" }).click();
  await expect(page.getByText("This class is archived")).toBeVisible();
  await page.getByRole("link", { name: "All classes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Classes" })).toBeVisible();
  await expect(page.getByRole("link", { name: `${name} B` })).toHaveCount(0);
  await page.getByRole("link", { name: "Show archived classes" }).click();
  await expect(page).toHaveURL(/\?archived=shown$/);
  await page.getByRole("link", { name: `${name} B` }).click();
  await part(page, "Settings").click();
  await page.getByRole("button", { name: "Restore this class" }).click();
  await expect(part(page, "Students and badges")).toBeVisible();
});

test.describe("a concurrent edit", () => {
  test.use({ provokedErrors: /409/ });

  test("is reported, the draft is kept, and saving again works", async ({ page, context }) => {
    await beLoggedIn(page, people.teacher);
    const name = await createGroup(page);
    await part(page, "Settings").click();
    await page.getByLabel("Name of the class").fill("Mine");
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByLabel("Name of the class").fill("Theirs");
    await other.getByRole("button", { name: "Save name" }).click();
    await expect(other.getByText("The name is saved.")).toBeVisible();
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByRole("alert")).toContainText("Someone else changed this.");
    await page.getByRole("button", { name: "Show the latest version" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Class Theirs" })).toBeVisible();
    await expect(page.getByLabel("Name of the class")).toHaveValue("Mine");
    await page.getByLabel("Name of the class").fill(`${name} mine`);
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByRole("heading", { level: 1, name: `Class ${name} mine` })).toBeVisible();
  });
});

test("among the groups one searches by a part of the name; the address says for what", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  // The text occurs in no id, because ids are searched too.
  const name = await createGroup(page);
  await page.goto(`/player-groups?filter=${encodeURIComponent(name.toLowerCase())}`);
  await expect(page.getByRole("rowheader")).toHaveText([name]);
  await page.getByLabel("Name or ID of a group").fill("nowhere");
  await page.getByRole("button", { name: "Search classes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "No classes found" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("rowheader")).toHaveText([name]);
});

test.describe("a session that ended while a form was open", () => {
  test.use({ provokedErrors: /401/ });

  test("loses nothing: the name is there again after logging in", async ({ page, context }) => {
    await beLoggedIn(page, people.teacher);
    await page.goto("/player-groups");
    await page.getByLabel("Name of the class").fill("Not lost");
    await forgetCookies(context);
    await page.getByRole("button", { name: "Create class" }).click();
    await expect(page.getByText("You have been logged out")).toBeVisible();
    await page.getByRole("link", { name: "Log in again" }).click();
    await page.getByLabel("Email", { exact: true }).fill(people.teacher);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByLabel("Name of the class")).toHaveValue("Not lost");
  });
});

test("the list of classes and the import of a list have no form for a member without the permission", async ({ page }) => {
  await beLoggedIn(page, people.member);
  for (const path of ["/player-groups", "/player-groups/import"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: "No access" })).toBeVisible();
    await expect(page.getByText("No permission to see classes")).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
  }
});
