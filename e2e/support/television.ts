/** A television: a device without camera and keyboard, which a teacher adopts and seats a child at. */
import type { Browser, Page } from "@playwright/test";
import { expect } from "./journey.ts";
import type { Student } from "./school-class.ts";
import { gameUrl } from "./world.ts";

/** A television that runs the game. It keeps its key, as a browser does. */
export async function aTelevision(browser: Browser, name = "TV"): Promise<Page> {
  const television = await (await browser.newContext()).newPage();
  await turnOn(television, name);
  return television;
}

export async function turnOn(television: Page, name = "TV"): Promise<void> {
  await television.goto(`${gameUrl}/seat?gameId=4&device=${name}`);
  await expect(television.getByRole("heading", { level: 1, name: "Ask your teacher for a seat" })).toBeVisible();
}

/** Returns the user code that a television shows. */
export const shownBy = async (television: Page): Promise<string> => (await television.locator("#user-code").textContent()) ?? "";

/** Opens what a phone opens when it scans the television's QR code, and adds the television to the lesson of 2C. */
export async function adopt(television: Page, phone: Page): Promise<void> {
  await phone.goto((await television.getByRole("link", { name: /user_code=/ }).getAttribute("href")) ?? "");
  await expect(phone.getByLabel("Code on the device")).toHaveValue(await shownBy(television));
  await phone.getByLabel("For the lesson").selectOption("2C");
  await phone.getByRole("button", { name: "Add this device" }).click();
  await expect(phone.getByRole("heading", { level: 1, name: "Lesson: 2C" })).toBeVisible();
}

/** A student's tile on a board. */
export const tile = (board: Page, { name }: Pick<Student, "name">) =>
  board.getByRole("list", { name: "Students" }).getByRole("listitem").filter({ hasText: name });

/** Two presses: the device, and the child. */
export async function seat(board: Page, { name }: Student): Promise<void> {
  await board.getByRole("button", { name: "Seat a student here: TV" }).click();
  await board
    .getByRole("dialog")
    .getByRole("button", { name: new RegExp(name) })
    .click();
  await expect(board.getByRole("dialog")).toHaveCount(0);
}
