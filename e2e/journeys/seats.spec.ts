/** Seats: a device without camera and keyboard is adopted once, and then waits for a child by itself. */
import type { Browser, Page } from "@playwright/test";
import { ask, send } from "#/support/admin-area.ts";
import { expectInGame } from "#/support/game.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn } from "#/support/login.ts";
import { aName, aStudent, aTeacher, openGroup } from "#/support/school-class.ts";
import { adopt, aTelevision, seat, shownBy, tile, turnOn } from "#/support/television.ts";
import { people } from "#/support/world.ts";

async function startLesson(board: Page): Promise<void> {
  await board.getByRole("button", { name: "Start a lesson" }).click();
  await expect(board.getByRole("heading", { level: 1, name: "Lesson: 2C" })).toBeVisible();
}

async function ring(board: Page): Promise<void> {
  await board.getByRole("button", { name: "Ring the bell" }).click();
  await board.getByRole("dialog").getByRole("button", { name: "Ring the bell" }).click();
  await expect(board.getByText("The lesson is over")).toBeVisible();
}

/** A running lesson of a school that has the same game. */
async function aBoardOfAnotherSchool(browser: Browser): Promise<Page> {
  const other = await browser.newContext();
  await beLoggedIn(other, people.manager);
  const schools = await ask<{ id: string; key: string }[]>(other, "manifest/orgs/me");
  const organizationId = schools.find(({ key }) => key === "EscolaSol")?.id ?? "";
  const { id } = await send<{ id: string }>(other, { path: "player-groups/create", data: { name: aName("Turma"), organizationId } });
  const board = await other.newPage();
  await board.goto(`/player-groups/${id}`);
  await board.getByRole("button", { name: "Start a lesson" }).click();
  await expect(board.getByRole("heading", { level: 1, name: /^Lesson/ })).toBeVisible();
  return board;
}

async function expectRefreshRefused(television: Page): Promise<void> {
  await television.getByRole("button", { name: "Refresh token" }).click();
  await expect(television.getByText("Refreshing the token failed")).toBeVisible();
}

test("a teacher adopts a television once; at the next lesson it waits by itself, and nobody types @phone", async ({ browser }) => {
  test.setTimeout(180_000);
  const teacher = await aTeacher(browser);
  const [nora, emil] = [await aStudent(teacher, "Nora"), await aStudent(teacher, "Emil")];
  const television = await aTelevision(browser);
  const pictures = television.locator("img[src*='/device-pictures/']");
  await expect(pictures).toHaveCount(2);
  for (const picture of await pictures.all()) {
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }

  const board = await openGroup(teacher);
  await startLesson(board);
  await expect(board.getByText("Waiting devices")).toHaveCount(0);
  await adopt(television, await teacher.newPage());

  await expect(board.getByRole("heading", { name: "Waiting devices" })).toBeVisible();
  await expect(board.getByText(await shownBy(television))).toBeVisible();
  await seat(board, nora);
  await expectInGame(television);
  await expect(television.getByText("on a device without camera and keyboard")).toBeVisible();
  await expect(tile(board, nora)).toContainText("In the game");
  await expect(tile(board, nora)).toContainText("TV");
  await ring(board);
  await expectRefreshRefused(television);

  await turnOn(television);
  await board.getByRole("link", { name: "Back to the class" }).click();
  await startLesson(board);
  await expect(board.getByText(await shownBy(television))).toBeVisible();
  await seat(board, emil);
  await expectInGame(television);
  await expect(tile(board, emil)).toContainText("TV");
  await ring(board);
  await expectRefreshRefused(television);
});

test("the board of another school never shows the device, and a refused device says so", async ({ browser }) => {
  test.setTimeout(120_000);
  const teacher = await aTeacher(browser);
  await aStudent(teacher, "Nora");
  const board = await openGroup(teacher);
  await startLesson(board);
  const television = await aTelevision(browser, "Console");
  await board.getByRole("link", { name: "Add a device" }).click();
  await board.getByLabel("Code on the device").fill("what");
  await board.getByRole("button", { name: "Add this device" }).click();
  await expect(board.getByText("Enter the 8 letters that the device shows.")).toBeVisible();
  await board.getByLabel("Code on the device").fill("zzzz zzzz");
  await board.getByRole("button", { name: "Add this device" }).click();
  await expect(board.getByText("No device shows this code now.")).toBeVisible();
  await board.getByLabel("Code on the device").fill((await shownBy(television)).toLowerCase());
  await board.getByLabel("For the lesson").selectOption("2C");
  await board.getByRole("button", { name: "Add this device" }).click();
  await expect(board.getByRole("heading", { name: "Waiting devices" })).toBeVisible();

  const elsewhere = await aBoardOfAnotherSchool(browser);
  await expect(elsewhere.getByRole("link", { name: "Add a device" })).toBeVisible();
  await expect(elsewhere.getByText("Waiting devices")).toHaveCount(0);

  await board.getByRole("button", { name: "Not ours: Console" }).click();
  await board.getByRole("dialog").getByRole("button", { name: "Turn away" }).click();
  await expect(board.getByText("Waiting devices")).toHaveCount(0);
  await expect(television.getByText("access_denied")).toBeVisible({ timeout: 15_000 });

  await board.getByRole("link", { name: "Devices of the school" }).click();
  await board.getByRole("button", { name: "Rename: Console" }).click();
  await board.getByLabel("Name of the device").fill("Console in room 12");
  await board.getByRole("button", { name: "Save" }).click();
  await board.getByRole("button", { name: "Remove: Console in room 12" }).click();
  await board.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(board.getByText("Console in room 12")).toHaveCount(0);
  await board.getByRole("link", { name: "Back to the board" }).click();
  await ring(board);
});
