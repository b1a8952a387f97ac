/** The school year: a class moves up and is archived, and a student changes schools (decision 55). */
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn, sendLogin } from "#/support/login.ts";
import { people } from "#/support/world.ts";

/** A class of the teacher with badges. Returns the links on the badges, by name. */
async function aClassOf(page: Page, name: string, names: readonly string[]): Promise<Map<string, string>> {
  await beLoggedIn(page, people.teacher);
  await page.goto("/player-groups");
  await page.getByLabel("Name of the class").fill(name);
  await page.getByRole("button", { name: "Create class" }).click();
  // The list of classes has such a link too, without a class.
  await expect(page.getByRole("heading", { level: 1, name: `Class ${name}` })).toBeVisible();
  await page.getByRole("link", { name: "Add a list of students" }).click();
  await page.getByLabel("Names", { exact: true }).fill(names.join("\n"));
  await page.getByRole("button", { name: "Check the list" }).click();
  await page.getByRole("button", { name: `Add ${names.length} students and print badges` }).click();
  await expect(page.getByRole("img", { name: /^QR code of/ })).toHaveCount(names.length);
  const links = new Map<string, string>();
  for (const child of names) {
    const card = page.getByRole("listitem").filter({ has: page.getByRole("img", { name: `QR code of ${child}`, exact: true }) });
    links.set(child, (await card.getByRole("link").getAttribute("href")) ?? "");
  }
  await page.getByRole("link", { name: `Open class ${name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Class ${name}` })).toBeVisible();
  return links;
}

/** A tablet of its own opens the link on a badge. */
async function onTablet(browser: Browser, link: string | undefined, see: (tablet: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  const tablet = await context.newPage();
  await tablet.goto(link ?? "");
  await see(tablet);
  await context.close();
}

test("a class moves up with new badges and is archived, and an old badge says that it does not work @phone", async ({ page, browser }) => {
  const links = await aClassOf(page, "4C", ["Ada", "Bo"]);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("link", { name: "Move students…" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Move students of 4C" })).toBeVisible();
  await expect(page.getByLabel("Name of the new class")).toHaveValue("5C");
  const archive = page.getByRole("checkbox", { name: "Archive 4C afterwards" });
  await expect(archive).toBeChecked();
  await page.getByRole("checkbox", { name: "Bo" }).uncheck();
  await expect(archive).not.toBeChecked();
  await page.getByRole("checkbox", { name: "Bo" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  const question = page.getByRole("dialog", { name: "Move the students to 5C?" });
  await expect(question).toContainText("Students who move: 2.");
  await expect(question).toContainText("Then 4C is archived. Badges that end: 2.");
  await question.getByRole("button", { name: "Move", exact: true }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Students moved" })).toBeVisible();
  await expect(page.getByRole("img", { name: /^QR code of/ })).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Print", exact: true })).toBeVisible();
  const card = page.getByRole("listitem").filter({ has: page.getByRole("img", { name: "QR code of Ada" }) });
  await expect(card).toContainText("5C");
  const fresh = (await card.getByRole("link").getAttribute("href")) ?? "";
  expect(fresh).not.toBe(links.get("Ada"));
  await onTablet(browser, links.get("Ada"), async (tablet) => {
    await expect(tablet.getByRole("alert")).toContainText("This badge does not work. Ask your teacher.");
  });
  await onTablet(browser, fresh, async (tablet) => {
    await expect(tablet.getByRole("main")).toContainText("Ada");
  });
  await page.getByRole("link", { name: "Open class 5C" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Class 5C" })).toBeVisible();
});

test("one student moves to another class from the row's menu", async ({ page }) => {
  await aClassOf(page, "6D", ["Kim", "Mia"]);
  await page.getByLabel("More for Kim").click();
  await page.getByRole("link", { name: "Move to another class… Kim" }).click();
  await expect(page.getByRole("checkbox", { name: "Kim" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Mia" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Archive 6D afterwards" })).not.toBeChecked();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Choose a class").last()).toBeVisible();
  await page.getByLabel("To class").selectOption("2B");
  await page.getByRole("checkbox", { name: "Make new badges and print them" }).uncheck();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("dialog", { name: "Move Kim to 2B?" }).getByRole("button", { name: "Move", exact: true }).click();
  await page.getByRole("link", { name: "Open class 2B" }).click();
  await expect(page.getByRole("rowheader", { name: "Kim" })).toBeVisible();
});

test("archiving a class says how many badges end, and the restored class has none", async ({ page }) => {
  await aClassOf(page, "7E", ["Ana", "Ben"]);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("button", { name: "Archive this class" }).click();
  const question = page.getByRole("dialog", { name: "Archive 7E?" });
  await expect(question).toContainText("Badges that stop working now: 2.");
  await question.getByRole("button", { name: "Archive this class" }).click();
  await expect(page.getByRole("main")).toContainText("Its badges stay void");
  await page.getByRole("button", { name: "Restore this class" }).click();
  await page.getByRole("link", { name: "Students and badges" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Ana" })).toContainText("No badge");
});

test("a student moves to another school: its teacher gives a link, and the other school's teacher accepts", async ({ page, browser }) => {
  const links = await aClassOf(page, "3F", ["Ida", "Tom"]);
  await page.getByLabel("More for Ida").click();
  await page.getByRole("link", { name: "Move to another school… Ida" }).click();
  await expect(page.getByRole("heading", { name: "Hand Ida over to another school" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("This school keeps the student’s name and results in the class.");
  await page.getByLabel("Colleague’s email address").fill("not an address");
  await page.getByRole("button", { name: "Make the link" }).click();
  await expect(page.getByText("Enter a valid email address, or leave the field empty.")).toBeVisible();
  await page.getByLabel("Colleague’s email address").fill("");
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = await page.getByLabel("Link for your colleague").inputValue();
  await expect(page.getByRole("row").filter({ hasText: "Ida" })).toContainText("Open until");

  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(link);
  await sendLogin(other, people.camille);
  await expect(other.getByRole("heading", { level: 1, name: "A student from another school" })).toBeVisible();
  await expect(other.getByRole("main")).toContainText("Fjordskolen would like to hand Ida over to your school.");
  await expect(other).toHaveURL("/transfers");
  await other.reload();
  await expect(other.getByRole("heading", { level: 1, name: "A student from another school" })).toBeVisible();
  await other.getByRole("link", { name: "Go to the classes" }).click();
  await other.getByLabel("Name of the class").fill("CM2");
  await other.getByRole("button", { name: "Create class" }).click();
  await expect(other.getByRole("heading", { level: 1, name: "Class CM2" })).toBeVisible();
  await other.goto(link);
  await expect(other.getByLabel("Class", { exact: true })).toHaveValue(/./);
  await other.getByLabel("Class", { exact: true }).selectOption("CM2");
  await other.getByRole("button", { name: "Accept" }).click();
  await expect(other.getByText("Ida is now in class CM2")).toBeVisible();
  await other.getByRole("link", { name: "Open class CM2" }).click();
  await expect(other.getByRole("rowheader", { name: "Ida" })).toBeVisible();
  await other.goto(link);
  await expect(other.getByRole("alert")).toContainText("This transfer is no longer open");
  await context.close();

  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: "Ida" })).toContainText("Accepted by LyceeHugo");
  await onTablet(browser, links.get("Ida"), async (tablet) => {
    await expect(tablet.getByRole("alert")).toContainText("This badge does not work. Ask your teacher.");
  });
});
