/** A teacher pastes a list of names, checks it, prints the badges, and takes the list back (DESIGN A25; decision 50). */
import type { Page } from "@playwright/test";
import { hydrated } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn, expectLoginPage, forgetCookies, sendLogin } from "#/support/login.ts";
import { people } from "#/support/world.ts";

const names = [
  ["Nora", "Emil", "Aksel", "Bo", "Li", "Ea", "Åse", "Jakob", "Sofie", "Oskar", "Ingrid", "Filip", "Maja"],
  ["Lucas", "Ella", "Noah", "Olivia", "William", "Sara", "Theo", "Amira", "Mohammed", "Zoë", "Anne-Marie", "محمد"],
].flat();

let count = 0;

/** A class without students. */
async function aNewClass(page: Page): Promise<string> {
  await beLoggedIn(page, people.teacher);
  await page.goto("/player-groups");
  const name = `List ${count++}`;
  await page.getByLabel("Name of the class").fill(name);
  await page.getByRole("button", { name: "Create class" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Class ${name}` })).toBeVisible();
  return name;
}

async function openList(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Add a list of students" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Add a list of students to/ })).toBeVisible();
}

const field = (page: Page) => page.getByLabel("Names", { exact: true });
const check = (page: Page) => page.getByRole("button", { name: "Check the list" });
const rowOf = (page: Page, row: number) => page.getByRole("row").nth(row);

test("25 pasted names become a sheet of badges in less than a minute of the teacher's steps @phone", async ({ page }, info) => {
  await aNewClass(page);
  const begun = Date.now();
  await openList(page);
  await field(page).fill(names.join("\n"));
  await check(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "Check the list" })).toBeFocused();
  await page.getByRole("button", { name: "Add 25 students and print badges" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Students added" })).toBeFocused();
  await expect(page.getByRole("img", { name: /^QR code of/ })).toHaveCount(25);
  await expect(page.getByRole("button", { name: "Print", exact: true })).toBeVisible();
  const seconds = (Date.now() - begun) / 1000;
  info.annotations.push({ type: "seconds from the class's page to the sheet of 25 badges", description: seconds.toFixed(1) });
  expect(seconds).toBeLessThan(60);
  await expect(page.getByRole("status").filter({ hasText: "Students added: 25" })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("Amira");
});

test("each row says what will happen: the teacher corrects, skips and adds, and a second list finds the children again", async ({
  page,
}) => {
  await aNewClass(page);
  await openList(page);
  await field(page).fill("Nora\nnora\n🦊\n<b>Bo</b>");
  await check(page).click();
  await expect(rowOf(page, 1)).toContainText("New");
  await expect(rowOf(page, 2)).toContainText("Looks like row 1");
  await expect(rowOf(page, 3)).toContainText("To correct");
  await page.getByRole("button", { name: "Add 2 students and print badges" }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByRole("alert")).toContainText("Rows to correct or skip first: 1");
  await page.getByLabel("Name in row 3", { exact: true }).fill("Fox");
  await expect(rowOf(page, 3)).toContainText("New");
  await rowOf(page, 2)
    .getByRole("checkbox", { name: /^Add anyway/ })
    .check();
  await page.getByRole("button", { name: "Add 4 students and print badges" }).click();
  await expect(page.getByRole("img", { name: /^QR code of/ })).toHaveCount(4);
  await expect(page.getByRole("img", { name: "QR code of Bo" })).toBeVisible();
  await page.getByRole("link", { name: /^Open class/ }).click();
  await openList(page);
  await field(page).fill("Fox\nEmil");
  await check(page).click();
  await expect(rowOf(page, 1)).toContainText("Already here");
  await expect(page.getByRole("button", { name: "Add 1 student and print the badge" })).toBeVisible();
});

test("a file in Windows-1252 with a heading is read, and a picture named .csv is refused with the reason", async ({ page }) => {
  await aNewClass(page);
  await openList(page);
  const file = page.getByLabel("Choose a file");
  await file.setInputFiles({ name: "class.csv", mimeType: "text/csv", buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]) });
  await expect(page.getByRole("alert")).toContainText("This file is not a list of names.");
  await file.setInputFiles({
    name: "class.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Fornavn;Etternavn;Elevnummer\r\nÅse;Bjørk;17\r\n", "latin1"),
  });
  await expect(page.getByLabel("Name in row 1", { exact: true })).toHaveValue("Åse Bjørk");
  await expect(page.getByLabel("ID in row 1", { exact: true })).toHaveValue("17");
});

test("the list survives a reload, and is gone after a logout", async ({ page }) => {
  await aNewClass(page);
  await openList(page);
  await field(page).fill("Nora, Emil");
  await check(page).click();
  await page.getByLabel("Name in row 2", { exact: true }).fill("Emilie");
  await page.reload();
  await expect(page.getByLabel("Name in row 2", { exact: true })).toHaveValue("Emilie");
  await expect(page.getByText("Your list is here again.")).toBeVisible();
  const address = page.url();
  await page.goto("/logout");
  const logOut = page.getByRole("button", { name: "Logout" });
  await hydrated(logOut);
  await logOut.click();
  await expect(page).toHaveURL(/\/login/);
  await beLoggedIn(page, people.teacher);
  await page.goto(address);
  await expect(field(page)).toHaveValue("");
});

test("the list survives the end of the session: it is there again after the login", async ({ page, context }) => {
  await aNewClass(page);
  await openList(page);
  await field(page).fill("Nora, Emil");
  await forgetCookies(context);
  await check(page).click();
  const ended = page.getByRole("dialog", { name: "You have been logged out" });
  await expect(ended).toContainText("nothing you typed is lost");
  await ended.getByRole("link", { name: "Log in again" }).click();
  await expectLoginPage(page);
  await sendLogin(page, people.teacher);
  await expect(page.getByLabel("Name in row 2", { exact: true })).toHaveValue("Emil");
  await expect(page.getByText("Your list is here again.")).toBeVisible();
});

test("an imported list is undone with its badges, and the class says so", async ({ page }) => {
  const name = await aNewClass(page);
  await openList(page);
  await field(page).fill("Nora; Emil");
  await check(page).click();
  await page.getByRole("button", { name: "Add 2 students and print badges" }).click();
  await expect(page.getByRole("img", { name: /^QR code of/ })).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole("img", { name: /^QR code of/ })).toHaveCount(2);
  await page.getByRole("button", { name: "Undo the list" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo the list" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "List undone" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "The list is undone." })).toBeFocused();
  await page.getByRole("link", { name: `Open class ${name}` }).click();
  await expect(page.getByText("There are no students in this class yet.")).toBeVisible();
  await openList(page);
  await expect(page.getByText("This list is already undone.")).toBeVisible();
});

test("a list that is undone among the last lists leaves the focus at their heading", async ({ page }) => {
  const name = await aNewClass(page);
  await openList(page);
  await field(page).fill("Nora; Emil");
  await check(page).click();
  await page.getByRole("button", { name: "Add 2 students and print badges" }).click();
  await page.getByRole("link", { name: `Open class ${name}` }).click();
  await openList(page);
  await page.getByRole("button", { name: "Undo the list" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo the list" }).click();
  await expect(page.getByText("This list is already undone.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Lists added lately" })).toBeFocused();
});

test("a list with a new class and no class chosen makes the class", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto("/player-groups");
  await page.getByRole("link", { name: "Add a list of students" }).click();
  const name = "Made by a list";
  await page.getByLabel("Class", { exact: true }).fill(name);
  await field(page).fill("Nordmann, Kari\nHansen, Ola");
  await check(page).click();
  await expect(page.getByLabel("Name in row 1", { exact: true })).toHaveValue("Kari Nordmann");
  await expect(rowOf(page, 1)).toContainText("New, in a new class");
  await page.getByLabel("How we read your list").selectOption("Each part is a student");
  await page.getByRole("button", { name: "Add 4 students and print badges" }).click();
  await page.getByRole("link", { name: `Open class ${name}` }).click();
  await expect(page.getByRole("rowheader", { name: "Nordmann" })).toBeVisible();
});
