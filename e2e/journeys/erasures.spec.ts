/** A student leaves: the teacher reads and saves what is held, erases it, and keeps a receipt without the name. */
import { readFile } from "node:fs/promises";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn } from "#/support/login.ts";
import { aStudent, aTeacher, openGroup } from "#/support/school-class.ts";
import { people } from "#/support/world.ts";

test("a student is erased from the class page; the receipt is printed with a typed name, and found again by its number @phone", async ({
  browser,
}) => {
  const teacher = await aTeacher(browser);
  const student = await aStudent(teacher, "Solveig");
  const page = await openGroup(teacher);
  await page.getByLabel(`More for ${student.name}`).click();
  await page.getByRole("link", { name: `Erase… ${student.name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Erase a student" })).toBeVisible();
  await page.getByRole("button", { name: /^Erase/ }).click();
  await expect(page.getByText("Choose who asked for this.")).toBeVisible();
  await page.getByLabel("A parent or guardian").check();
  await page.getByRole("button", { name: /^Erase/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Receipt of an erasure" })).toBeVisible();
  await expect(page.getByText("The student is erased.")).toBeVisible();
  const receipt = page.getByRole("main");
  await expect(receipt).toContainText("Kari Nordmann");
  await expect(receipt).not.toContainText(student.name);
  const number = (await receipt.locator("code").first().textContent()) ?? "";
  expect(number).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);

  await page.getByLabel("Name on the print").fill(student.name);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("definition").filter({ hasText: student.name })).toBeVisible();
  await expect(page.getByRole("button", { name: "Print or save as PDF" })).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await page.emulateMedia({ media: "screen" });

  await page.goto("/player-groups");
  await page.getByRole("link", { name: "Receipts of erasures" }).click();
  await page.getByLabel("Number of the receipt").fill("12");
  await page.getByRole("button", { name: "Find the receipt" }).click();
  await expect(page.getByText("Enter the eight letters and digits of the number.")).toBeVisible();
  await page.getByLabel("Number of the receipt").fill(number.toLowerCase());
  await page.getByRole("button", { name: "Find the receipt" }).click();
  await expect(receipt).toContainText(number);
  await expect(receipt).not.toContainText(student.name);
  const tablet = await (await browser.newContext()).newPage();
  await tablet.goto(student.badge);
  await expect(tablet.getByRole("heading", { level: 1, name: `Hi ${student.name}!` })).toHaveCount(0);
});

test("everything held about a student is read on a page and saved as JSON; one's own data is reached from the profile", async ({
  browser,
  page,
}) => {
  const teacher = await aTeacher(browser);
  const student = await aStudent(teacher, "Nora");
  const desk = await openGroup(teacher);
  await desk.getByLabel(`More for ${student.name}`).click();
  await desk.getByRole("link", { name: `Export data… ${student.name}` }).click();
  await desk.getByRole("button", { name: "Show the data" }).click();
  await expect(desk.getByRole("heading", { level: 2, name: "Account" })).toBeFocused();
  await expect(desk.getByRole("heading", { level: 2, name: "Badges" })).toBeVisible();
  await expect(desk.getByRole("table", { name: "History" })).toContainText("the school");
  const [saved] = await Promise.all([desk.waitForEvent("download"), desk.getByRole("link", { name: "Download as a file (JSON)" }).click()]);
  expect(saved.suggestedFilename()).toMatch(/^personal-data-[\da-f]{8}-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(await readFile(await saved.path(), "utf8")) as { schema: string; account: { name: string } };
  expect(data).toMatchObject({ schema: "storyport.personal-data.1", account: { name: student.name } });

  await beLoggedIn(page, people.member);
  await page.goto("/users/me");
  await page.getByRole("link", { name: "See or download your data" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Everything held about you" })).toBeVisible();
  await page.getByRole("button", { name: "Show the data" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Open logins" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(people.member);
});
