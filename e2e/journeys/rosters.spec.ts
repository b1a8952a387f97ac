/** Schools without typing: classes come from Feide's groups or from a OneRoster file (decision 66). */
import { strToU8, zipSync } from "fflate";
import { organizationId } from "#/support/admin-area.ts";
import { expectInGame } from "#/support/game.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn } from "#/support/login.ts";
import { logInAt } from "#/support/provider.ts";
import { gameUrl, people } from "#/support/world.ts";

test.describe.configure({ mode: "serial" });

test("a class arrives from Feide's groups and plays by badge within the same minute", async ({ browser, page }, info) => {
  await beLoggedIn(page, people.admin);
  await page.goto(`/organizations/${await organizationId(page, "Fjordskolen")}`);
  await page.getByRole("link", { name: "School’s lists" }).click();
  await page.getByRole("radio", { name: "Feide’s groups" }).check();
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByText("Enter the nine digits of the organization number.")).toBeVisible();
  // Kari's school at the stand-in for Feide, with the class 4C (stand-ins/identity-provider/feide-groups.ts).
  await page.getByLabel("Organization number of the school").fill("974 568 209");
  await page.getByRole("radio", { name: "Every night" }).check();
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByText("Connected to: Feide’s groups. Changes are applied: Every night.")).toBeVisible();

  const begun = Date.now();
  const teacher = await (await browser.newContext()).newPage();
  await logInAt(teacher, "feide", "kari");
  await expect(async () => {
    await teacher.goto("/player-groups");
    await teacher.getByRole("main").getByRole("link", { name: "4C", exact: true }).click({ timeout: 2000 });
  }).toPass();
  await expect(teacher.getByRole("heading", { level: 1, name: "Class 4C" })).toBeVisible();
  await teacher.getByRole("button", { name: "New badge Ingrid Vik" }).click();
  const badge = await teacher.getByRole("listitem").filter({ hasText: "Ingrid Vik" }).getByRole("link").getAttribute("href");

  const child = await (await browser.newContext()).newPage();
  await child.goto(`${gameUrl}/play?gameId=4`);
  await child.waitForURL("**/login?**");
  await child.goto(badge ?? "");
  await expectInGame(child);
  const seconds = (Date.now() - begun) / 1000;
  info.annotations.push({ type: "seconds from the teacher's login at Feide to a child in the game", description: seconds.toFixed(1) });
  expect(seconds).toBeLessThan(60);

  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: "Feide’s groups" }).getByText("Applied")).toBeVisible();
});

function oneRoster(students: readonly string[]): { name: string; mimeType: string; buffer: Buffer } {
  const users = students.map((name, index) => `s${index},active,${name},,`);
  const enrolments = students.map((_, index) => `e${index},active,c1,s${index},student,true`);
  const files = {
    "users.csv": ["sourcedId,status,givenName,familyName,email", ...users].join("\n"),
    "classes.csv": "sourcedId,status,title,classType\nc1,active,7F,homeroom",
    "enrollments.csv": ["sourcedId,status,classSourcedId,userSourcedId,role,primary", ...enrolments].join("\n"),
  };
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
  return { name: "export.zip", mimeType: "application/zip", buffer: Buffer.from(zip) };
}

const five = ["Amund", "Berit", "Cato", "Dina", "Even"];

test("a OneRoster file is compared, approved, stopped when a class would disappear, and undone @phone", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  const lists = `/rosters/${await organizationId(page, "LyceeHugo")}`;
  await page.goto(lists);
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByText("No list has been read yet.")).toBeVisible();
  const upload = (students: readonly string[]) => page.getByLabel("OneRoster file (zip)").setInputFiles(oneRoster(students));

  await page.getByLabel("OneRoster file (zip)").setInputFiles({ name: "x.zip", mimeType: "application/zip", buffer: Buffer.from("PK") });
  await expect(page.getByRole("alert")).toBeVisible();
  await upload(five);
  await expect(page.getByRole("heading", { level: 1, name: "Changes" })).toBeVisible();
  await expect(page.getByText("new: 6").first()).toBeVisible();
  await page.getByRole("button", { name: "See the changes" }).click();
  await expect(page.getByText("Even – New student")).toBeVisible();
  await page.getByRole("button", { name: "Apply the changes" }).click();
  await expect(page.getByRole("cell", { name: /^Applied/ })).toBeVisible();

  await upload(five.slice(0, 2));
  await expect(page.getByText("This list is stopped:")).toBeVisible();
  await page.getByRole("button", { name: "Apply the changes" }).click();
  await expect(page.getByText("Nothing was applied. More than a fifth of a class would disappear.")).toBeVisible();
  await page.getByRole("checkbox", { name: "I have checked this" }).check();
  await page.getByRole("button", { name: "Apply the changes" }).click();
  await expect(page.getByRole("button", { name: "Keep Even" })).toBeVisible();
  await page.getByRole("button", { name: "Keep Even" }).click();
  await expect(page.getByRole("button", { name: "Keep Even" })).toBeHidden();

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("cell", { name: "Undone" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Keep Cato" })).toBeHidden();
});
