/** A lesson: children come by badge and by code, the teacher sees them on the board, and the bell ends it all. */
import type { Browser, Page } from "@playwright/test";
import { expectInGame } from "#/support/game.ts";
import { expect, test } from "#/support/journey.ts";
import { type Student, aStudent, aTeacher, openGroup } from "#/support/school-class.ts";
import { adopt, aTelevision, seat, tile } from "#/support/television.ts";
import { dashboardUrl, gameUrl } from "#/support/world.ts";

/** A tablet of its own, on which the game waits for a child. */
async function aTabletWithGame(browser: Browser): Promise<Page> {
  const tablet = await (await browser.newContext()).newPage();
  await tablet.goto(`${gameUrl}/play?gameId=4`);
  await tablet.waitForURL("**/login?**");
  return tablet;
}

async function startLesson(board: Page): Promise<void> {
  await board.getByRole("button", { name: "Start a lesson" }).click();
  await expect(board.getByRole("heading", { level: 1, name: "Lesson: 2C" })).toBeVisible();
}

const nobody: Student = { name: "", badge: "" };

test("five children, a code, a seat and the bell, after which every refresh is refused @phone", async ({ browser }) => {
  test.setTimeout(180_000);
  const teacher = await aTeacher(browser);
  const children: Student[] = [];
  for (const name of ["Nora", "Emil", "Ada", "Per", "Liv"]) children.push(await aStudent(teacher, name));
  const board = await openGroup(teacher);
  await startLesson(board);
  for (const child of children) await expect(tile(board, child)).toContainText("Not yet");

  const tablets: Page[] = [];
  for (const child of children.slice(0, 3)) {
    const tablet = await aTabletWithGame(browser);
    await tablet.goto(child.badge);
    await expectInGame(tablet);
    await expect(tile(board, child)).toContainText("In the game");
    await expect(tile(board, child)).toContainText("Chrome");
    tablets.push(tablet);
  }

  const [, , , seated = nobody, last = nobody] = children;
  const television = await aTelevision(browser);
  await adopt(television, await teacher.newPage());
  await seat(board, seated);
  await expectInGame(television);
  await expect(tile(board, seated)).toContainText("TV");
  tablets.push(television);

  await tile(board, last).getByRole("button").click();
  await expect(board.getByRole("heading", { name: `Code for ${last.name}` })).toBeFocused();
  await expect(tile(board, last)).toContainText("Has a code, not used yet");
  const code = (await board.getByText(/^[A-Z]{3} \d{3} \d{3}$/).textContent()) ?? "";
  const tablet = await aTabletWithGame(browser);
  await tablet.goto("/login/code");
  await tablet.getByLabel("Your code").fill(code);
  await tablet.getByRole("button", { name: "Go!" }).click();
  await expectInGame(tablet);
  tablets.push(tablet);
  await expect(board.getByText("In the game: 5")).toBeVisible();

  await board.getByRole("button", { name: "Ring the bell" }).click();
  await expect(board.getByRole("dialog")).toContainText("Every child of this lesson is logged out");
  await board.getByRole("dialog").getByRole("button", { name: "Ring the bell" }).click();
  await expect(board.getByText("Students who were in the game: 5 of 5")).toBeVisible();
  for (const playing of tablets) {
    await playing.getByRole("button", { name: "Refresh token" }).click();
    await expect(playing.getByText("Refreshing the token failed")).toBeVisible();
  }
  await board.getByRole("link", { name: "Back to the class" }).click();
  await expect(board.getByRole("button", { name: "Start a lesson" })).toBeVisible();
});

test("the bell logs the teacher's dashboard out", async ({ browser }) => {
  const teacher = await aTeacher(browser);
  const board = await openGroup(teacher);
  await startLesson(board);
  const dashboard = await teacher.newPage();
  await dashboard.goto(`${dashboardUrl}/open?gameId=4`);
  await expect(dashboard.getByRole("heading", { level: 1, name: "You are in the dashboard" })).toBeVisible();
  await dashboard.reload();
  await expect(dashboard).toHaveURL(`${dashboardUrl}/visit`);
  await board.getByRole("button", { name: "Ring the bell" }).click();
  await board.getByRole("dialog").getByRole("button", { name: "Ring the bell" }).click();
  await expect(async () => {
    await dashboard.goto(`${dashboardUrl}/visit`);
    expect(dashboard.url()).toBe(`${dashboardUrl}/`);
  }).toPass({ timeout: 10_000 });
  await expect(dashboard.getByRole("heading", { name: "You are in the dashboard" })).toHaveCount(0);
});

test("a board whose connection is cut says that it reconnects, and catches up", async ({ browser, page }) => {
  const teacher = await aTeacher(browser);
  const nora = await aStudent(teacher, "Nora");
  const board = await openGroup(teacher);
  await startLesson(board);
  await expect(tile(board, nora)).toContainText("Not yet");
  await teacher.setOffline(true);
  await expect(board.getByText("Reconnecting…")).toBeVisible();
  await page.goto(nora.badge);
  await expect(page.getByRole("heading", { level: 1, name: `Hi ${nora.name}!` })).toBeVisible();
  await expect(tile(board, nora)).toContainText("Not yet");
  await teacher.setOffline(false);
  await expect(tile(board, nora)).toContainText("At the door");
  await expect(board.getByText("Reconnecting…")).toHaveCount(0);
  // The next journey of this class starts a lesson of its own.
  await board.getByRole("button", { name: "Ring the bell" }).click();
  await board.getByRole("dialog").getByRole("button", { name: "Ring the bell" }).click();
  await expect(board.getByText("The lesson is over")).toBeVisible();
});

test("a lesson of a length of its own; the class page leads to it, and a colleague's screen shows the same", async ({ browser }) => {
  const teacher = await aTeacher(browser);
  await aStudent(teacher, "Nora");
  const first = await openGroup(teacher);
  await first.getByLabel("Length").selectOption({ label: "Another length" });
  await first.getByLabel("Length in minutes").fill("3");
  await first.getByRole("button", { name: "Start a lesson" }).click();
  await expect(first.getByText("Enter a length of 5 to 240 minutes.")).toBeVisible();
  await first.getByLabel("Length in minutes").fill("20");
  await startLesson(first);
  await expect(first.getByText("Time left 20 min")).toBeVisible();
  const second = await openGroup(teacher);
  await second.getByRole("link", { name: "Open the lesson" }).click();
  await expect(second.getByText("Time left 20 min")).toBeVisible();
  await second.getByRole("button", { name: "Ring the bell" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Keep playing" }).click();
  await second.getByRole("button", { name: "Ring the bell" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Ring the bell" }).click();
  await expect(first.getByText("The lesson is over")).toBeVisible();
});
