/** Students log in by badge and by code, and teachers hand both out (specification, section 2, /login/qr; DESIGN A6). */
import { listBadges } from "@storyport/contract/qr-login";
import type { Page } from "@playwright/test";
import { followForeignLink } from "#/support/foreign-page.ts";
import { expectInGame } from "#/support/game.ts";
import { expect, test } from "#/support/journey.ts";
import { type Student, aName, aStudent, aTeacher, openGroup } from "#/support/school-class.ts";
import { unavailable } from "#/support/unavailable.ts";
import { gameUrl } from "#/support/world.ts";

/** Adds the student as the teacher does, on the page of the group. */
async function addStudent(group: Page, firstName: string): Promise<Student> {
  const name = aName(firstName);
  await group.getByLabel("Student’s name").fill(name);
  await group.getByRole("button", { name: "Add student" }).click();
  await group.getByRole("button", { name: `New badge ${name}` }).click();
  const card = group.getByRole("listitem").filter({ hasText: name });
  return { name, badge: (await card.getByRole("link").getAttribute("href")) ?? "" };
}

/** Opens the menu of a student's rarer actions. */
const more = async (group: Page, name: string) => await group.getByLabel(`More for ${name}`).click();

const greeting = (page: Page, name: string) => page.getByRole("heading", { level: 1, name: `Hi ${name}!` });

const turnQuestion = (page: Page) => page.getByRole("heading", { level: 1, name: "Is it your turn?" });

test("two children at one tablet: the second never sees the first, and nobody finds a code @phone", async ({ browser, page }) => {
  const teacher = await aTeacher(browser);
  const nora = await addStudent(await openGroup(teacher), "Nora");
  const emil = await aStudent(teacher, "Emil");

  await page.goto(nora.badge);
  await expect(greeting(page, nora.name)).toBeVisible();
  await expect(page).not.toHaveURL(/code=/);
  const kept = await page.evaluate(() => JSON.stringify([document.cookie, { ...sessionStorage }, { ...localStorage }]));
  const secret = new URL(nora.badge).searchParams.get("code") ?? "";
  expect(secret).toHaveLength(43);
  expect(decodeURIComponent(kept)).not.toContain(secret);
  const secondTab = await page.context().newPage();
  await secondTab.goto("/");
  await expect(greeting(secondTab, nora.name)).toBeVisible();

  await page.goto(emil.badge);
  await expect(page.getByText(`${nora.name} is logged in here.`)).toBeVisible();
  await page.getByRole("button", { name: "Yes, it is me" }).click();
  await expect(greeting(page, emil.name)).toBeVisible();
  await expect(page.getByRole("button", { name: "Not me" })).toBeVisible();
  await expect(greeting(secondTab, emil.name)).toBeVisible();
  await page.getByRole("button", { name: "That is me!" }).click();
  await expect(page.getByText("What do you want to play?")).toBeVisible();
  await page.reload();
  await expect(greeting(page, emil.name)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(nora.name)).toHaveCount(0);
});

test("a game that waits is opened by the badge, and the child is gone from the browser afterwards", async ({ browser, page }) => {
  const teacher = await aTeacher(browser);
  const nora = await aStudent(teacher, "Nora");
  await page.goto(`${gameUrl}/play?gameId=4`);
  await page.waitForURL("**/login?**");
  await page.goto(nora.badge);
  await expectInGame(page);
  await page.goto("/");
  await expect(page.getByLabel("Email")).toBeVisible();
});

test("a teacher was logged in: the child says that it is not them, and nobody is logged in any more", async ({ browser }) => {
  const teacher = await aTeacher(browser);
  const nora = await aStudent(teacher, "Nora");
  const group = await openGroup(teacher);
  await group.goto(nora.badge);
  await expect(turnQuestion(group)).toBeFocused();
  await expect(group.getByText("Kari Nordmann is logged in here. Do you want to log in as a different person?")).toBeVisible();
  await group.getByRole("button", { name: "Yes, it is me" }).click();
  await expect(greeting(group, nora.name)).toBeVisible();
  await expect(group.getByText("teacher@fjordskolen.example")).toHaveCount(0);
  await group.getByRole("button", { name: "Not me" }).click();
  await expect(group.getByLabel("Email")).toBeVisible();
});

test("a teacher who says no to a badge stays logged in, also after following a stranger's link to it", async ({ browser }) => {
  const teacher = await aTeacher(browser);
  const nora = await aStudent(teacher, "Nora");
  const group = await openGroup(teacher);
  await group.goto(nora.badge);
  await group.getByRole("link", { name: "No, go back" }).click();
  await expect(group.getByText("Kari Nordmann")).toBeVisible();
  await followForeignLink(group, nora.badge);
  await expect(turnQuestion(group)).toBeVisible();
  await expect(group).not.toHaveURL(/code=/);
  await group.goto("/");
  await expect(group.getByText("Kari Nordmann")).toBeVisible();
});

test("a stranger's link to a badge asks where nobody is logged in too; a scan goes straight on", async ({ browser, page }) => {
  const teacher = await aTeacher(browser);
  const nora = await aStudent(teacher, "Nora");
  await followForeignLink(page, nora.badge);
  await expect(page.getByText("Do you want to log in with this badge?")).toBeVisible();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("user");
  await page.getByRole("button", { name: "Yes, it is me" }).click();
  await expect(greeting(page, nora.name)).toBeVisible();

  const scanned = await (await browser.newContext()).newPage();
  await scanned.goto(nora.badge);
  await expect(greeting(scanned, nora.name)).toBeVisible();
});

test("a badge that fails does not leave the child before it at the tablet", async ({ browser, page }) => {
  const teacher = await aTeacher(browser);
  const nora = await aStudent(teacher, "Nora");
  await page.goto(nora.badge);
  await expect(greeting(page, nora.name)).toBeVisible();
  await page.goto("/login/qr?code=not-a-badge-at-all");
  await expect(page.getByText("The QR login link was not valid.")).toBeVisible();
  await expect(page.getByText(nora.name)).toHaveCount(0);
  await page.goto("/");
  await expect(page.getByLabel("Email")).toBeVisible();
});

test("a void badge says so with a way on; a one-time code works once, typed as a child types", async ({ browser, page }) => {
  const teacher = await aTeacher(browser);
  const nora = await aStudent(teacher, "Nora");
  const group = await openGroup(teacher);
  await group.getByRole("button", { name: `Code ${nora.name}`, exact: true }).click();
  await expect(group.getByRole("heading", { name: `Code for ${nora.name}` })).toBeVisible();
  const code = (await group.getByText(/^[A-Z]{3} \d{3} \d{3}$/).textContent()) ?? "";
  await more(group, nora.name);
  await group.getByRole("button", { name: `Void badge ${nora.name}` }).click();
  await group.getByRole("button", { name: "Void", exact: true }).click();
  await expect(group.getByRole("button", { name: `New badge ${nora.name}` })).toBeVisible();
  await expect(group.getByRole("button", { name: `Void badge ${nora.name}` })).toHaveCount(0);

  await page.goto(nora.badge);
  await expect(page.getByText("The QR login link was not valid.")).toBeVisible();
  await page.getByRole("link", { name: "I have a code" }).click();
  await page.getByLabel("Your code").fill(` ${code.toLowerCase()}`);
  await page.getByRole("button", { name: "Go!" }).click();
  await expect(greeting(page, nora.name)).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await other.goto("/login/code");
  await other.getByLabel("Your code").fill(code);
  await other.getByRole("button", { name: "Go!" }).click();
  await expect(other.getByText("This code is not valid.")).toBeVisible();
});

test("without script a code still logs in", async ({ browser }) => {
  const teacher = await aTeacher(browser);
  const nora = await aStudent(teacher, "Nora");
  const group = await openGroup(teacher);
  await group.getByRole("button", { name: `Code ${nora.name}`, exact: true }).click();
  const code = (await group.getByText(/^[A-Z]{3} \d{3} \d{3}$/).textContent()) ?? "";
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto("/login/code");
  await page.getByLabel("Your code").fill("XXX 000 000");
  await page.getByRole("button", { name: "Go!" }).click();
  await expect(page.getByText("This code is not valid.")).toBeVisible();
  await page.getByLabel("Your code").fill(code);
  await page.getByRole("button", { name: "Go!" }).click();
  await expect(page).not.toHaveURL(/code/);
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).toContain("user");
});

test("/login/qr without a code leads to the start page", async ({ browser, page }) => {
  await page.goto("/login/qr");
  await expect(page).toHaveURL(/\/login$/);
  const group = await openGroup(await aTeacher(browser));
  for (const address of ["/login/qr", "/login/qr?code=", "/login/qr?gameId=4"]) {
    await group.goto(address);
    await expect(group.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
    await expect(group).toHaveURL(/\/$/);
  }
});

test("the page warns of badges that end within a month, more strongly in the last week, and offers new ones", async ({ browser }) => {
  const teacher = await aTeacher(browser);
  const nora = await aStudent(teacher, "Nora");
  const group = await openGroup(teacher);
  const answer = await group.request.get(`/api/auth/${listBadges.path.replace("{playerGroupId}", group.url().split("/").at(-1) ?? "")}`);
  const { students } = listBadges.response.parse(await answer.json());
  const end = Date.parse(students.find(({ displayName }) => displayName === nora.name)?.badge?.expiresAt ?? "");
  const openDaysBefore = async (days: number) => {
    await group.clock.setFixedTime(end - days * 24 * 3600 * 1000);
    await group.reload();
    await expect(group.getByRole("rowheader", { name: nora.name })).toBeVisible();
  };

  await openDaysBefore(31);
  await expect(group.getByText(/^Badges expire/)).toHaveCount(0);
  await openDaysBefore(29);
  await expect(group.getByText(/^Badges expire on /)).toBeVisible();
  await expect(group.getByRole("alert")).toHaveCount(0);
  await openDaysBefore(6);
  await expect(group.getByRole("alert")).toContainText("Badges expire in a few days");
  await group.getByRole("button", { name: "Make new badges" }).click();
  await expect(group.getByText("Make new badges for the whole class?")).toBeVisible();
  await group.getByRole("button", { name: "Make new", exact: true }).click();
  await expect(group.getByRole("heading", { name: "Badges", exact: true })).toBeFocused();
});

test("a class gets its one-time codes at once, and unused ones are voided", async ({ browser, page }) => {
  const teacher = await aTeacher(browser);
  const nora = await aStudent(teacher, "Nora");
  await aStudent(teacher, "Emil");
  const group = await openGroup(teacher);
  await group.getByRole("button", { name: "One-time codes for all" }).click();
  await expect(group.getByRole("heading", { name: "One-time codes" })).toBeFocused();
  const card = group.getByRole("listitem").filter({ hasText: nora.name });
  const code = (await card.getByText(/^[A-Z]{3} \d{3} \d{3}$/).textContent()) ?? "";
  await expect(group.getByRole("row", { name: nora.name }).getByText(/^One-time code until /)).toBeVisible();
  await more(group, nora.name);
  await group.getByRole("button", { name: `Void code ${nora.name}` }).click();
  await expect(group.getByRole("row", { name: nora.name }).getByText(/^One-time code until /)).toHaveCount(0);
  await page.goto("/login/code");
  await page.getByLabel("Your code").fill(code);
  await page.getByRole("button", { name: "Go!" }).click();
  await expect(page.getByText("This code is not valid.")).toBeVisible();
});

test("a wrong code does not leave the child before it at the tablet", async ({ browser, page }) => {
  const teacher = await aTeacher(browser);
  const nora = await aStudent(teacher, "Nora");
  await page.goto(nora.badge);
  await expect(greeting(page, nora.name)).toBeVisible();
  await page.goto("/login/code");
  await page.getByLabel("Your code").fill("XXX 000 000");
  await page.getByRole("button", { name: "Go!" }).click();
  await expect(page.getByText("This code is not valid.")).toBeVisible();
  await expect(page.getByText(nora.name)).toHaveCount(0);
});

test("player groups that cannot be listed say why", async ({ browser }) => {
  const group = await openGroup(await aTeacher(browser));
  await group.route("**/api/auth/player-groups/search?**", (route) => route.fulfill(unavailable));
  await group.goto("/player-groups/");
  await expect(group.getByRole("alert")).toContainText(
    "Failed to list user's player group rights: The service is not available right now. Try again in a moment.",
  );
});

test("where nobody holds rights on a group the page says so", async ({ browser }) => {
  const group = await openGroup(await aTeacher(browser));
  const none = { results: [], page: { entityCount: 0, entityOffset: 0, entityLimit: 50 } };
  await group.route("**/api/auth/player-groups/search?**", (route) => route.fulfill({ json: none }));
  await group.goto("/player-groups/");
  await expect(group.getByText("You have no classes yet.")).toBeVisible();
});
