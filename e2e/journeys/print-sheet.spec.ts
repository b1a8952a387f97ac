/** The sheet of badges on paper: every code is read from the rendered page and measured (at least 30 mm wide). */
import { PDFiumLibrary } from "@hyzyla/pdfium";
import type { Page } from "@playwright/test";
import { decodeQR } from "qr/decode.js";
import { expectInGame } from "#/support/game.ts";
import { expect, test } from "#/support/journey.ts";
import { aStudent, aTeacher, openGroup } from "#/support/school-class.ts";
import type { Student } from "#/support/school-class.ts";
import { gameUrl } from "#/support/world.ts";

const dotsPerInch = 200;
const millimetre = dotsPerInch / 25.4;

interface PrintedPage {
  width: number;
  height: number;
  /** Grey, a byte for each dot. */
  dots: Uint8Array;
}

async function print(page: Page, format: "A4" | "Letter"): Promise<PrintedPage[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await page.pdf({ format, printBackground: false }));
  const pages: PrintedPage[] = [];
  for (const sheet of document.pages()) {
    const { data, width, height } = await sheet.render({ scale: dotsPerInch / 72, render: "bitmap", colorSpace: "Gray" });
    pages.push({ width, height, dots: data });
  }
  document.destroy();
  library.destroy();
  return pages;
}

interface FoundCode {
  text: string;
  /** Without the quiet zone. */
  millimetres: number;
}

/** Scans a page in windows that are a little larger than a label (printed-badges.module.css). Neighbouring windows overlap by half, so each code is whole in a window. */
function readCodes(page: PrintedPage): FoundCode[] {
  const found = new Map<string, FoundCode>();
  const [across, down] = [64 * millimetre, 73 * millimetre].map(Math.round) as [number, number];
  for (let top = 0; top < page.height; top += Math.round(down / 2)) {
    for (let left = 0; left < page.width; left += Math.round(across / 2)) {
      const code = readCode(cut(page, { left, top, width: across, height: down }));
      if (code !== undefined) found.set(code.text, code);
    }
  }
  return [...found.values()];
}

function cut(page: PrintedPage, { left, top, width, height }: { left: number; top: number; width: number; height: number }) {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < Math.min(height, page.height - top); y++) {
    for (let x = 0; x < Math.min(width, page.width - left); x++) {
      data.fill(page.dots[(top + y) * page.width + left + x] ?? 255, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return { data, width, height };
}

function readCode(picture: ReturnType<typeof cut>): FoundCode | undefined {
  let side = 0;
  try {
    const text = decodeQR(picture, {
      effort: Number.POSITIVE_INFINITY,
      timeLimit: 20_000,
      pointsOnDetect: ({ bounds: [topLeft, topRight] }) => {
        side = Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
      },
    });
    return { text, millimetres: side / millimetre };
  } catch {
    return undefined;
  }
}

test("on A4 and on Letter every printed code is whole, is read as its child's badge, is 30 mm wide, and lets the child into the game", async ({
  browser,
}) => {
  test.slow();
  const teacher = await aTeacher(browser);
  const students: Student[] = [];
  // More than a page of labels, and the longest name that a card has to bear.
  for (let number = 1; number <= 13; number++) students.push(await aStudent(teacher, `Maximiliane Josephine ${number}`));
  const group = await openGroup(teacher);
  await group.getByRole("button", { name: "Print all badges again" }).click();
  await expect(group.getByRole("heading", { name: "Badges", exact: true })).toBeFocused();

  for (const { format, perPage } of [
    { format: "A4", perPage: 12 },
    { format: "Letter", perPage: 9 },
  ] as const) {
    const pages = await print(group, format);
    const codes = pages.map(readCodes);
    expect(
      codes
        .flat()
        .map(({ text }) => text)
        .toSorted(),
      format,
    ).toEqual(students.map(({ badge }) => badge).toSorted());
    for (const { millimetres } of codes.flat()) expect(millimetres, format).toBeGreaterThanOrEqual(30);
    expect(
      codes.map((onPage) => onPage.length),
      `${format}: full pages of labels, then the class list`,
    ).toEqual([perPage, 13 - perPage, 0]);
  }

  // Two children with their printed badges at one tablet, the second after the first.
  const tablet = await (await browser.newContext()).newPage();
  const players = new Set<string>();
  for (const { text } of (await print(group, "A4")).flatMap(readCodes).slice(0, 2)) {
    await tablet.goto(`${gameUrl}/play?gameId=4`);
    await tablet.waitForURL("**/login?**");
    await tablet.goto(text);
    await expectInGame(tablet);
    players.add(await tablet.getByRole("row", { name: /^sub / }).innerText());
  }
  expect(players.size).toBe(2);

  await group.emulateMedia({ media: "print" });
  const list = group.getByRole("table", { name: "2C" });
  for (const { name } of students) await expect(list.getByRole("rowheader", { name })).toBeVisible();
  const words = await group.locator("body").innerText();
  expect(words).not.toContain("Print all badges again");
  expect(words).not.toContain("code=");
});

test("the boat on the card is the boat in the list of the class and in the child's greeting", async ({ browser }) => {
  const teacher = await aTeacher(browser);
  const nora = await aStudent(teacher, "Nora");
  const group = await openGroup(teacher);
  await group.getByRole("button", { name: `Print again ${nora.name}` }).click();
  const boatIn = async (place: ReturnType<Page["getByRole"]>) => (await place.locator("[data-boat]").getAttribute("data-boat")) ?? "none";
  const onCard = await boatIn(group.getByRole("listitem").filter({ hasText: nora.name }));
  expect(onCard).toMatch(/^(\d+ ){5}\d+$/);
  expect(await boatIn(group.getByRole("row", { name: nora.name }))).toBe(onCard);
  // Another user is logged in here, so the child is greeted before it goes on.
  await group.goto(nora.badge);
  await group.getByRole("button", { name: "Yes, it is me" }).click();
  await expect(group.getByRole("button", { name: "That is me!" })).toBeVisible();
  expect(await boatIn(group.getByRole("main"))).toBe(onCard);
  await group.getByRole("button", { name: "That is me!" }).click();
  await expect(group.getByText("What do you want to play?")).toBeVisible();
  expect(await boatIn(group.getByRole("main"))).toBe(onCard);
});

test("a class page without new badges prints its students, and nothing to press", async ({ browser }) => {
  const teacher = await aTeacher(browser);
  const nora = await aStudent(teacher, "Nora");
  const group = await openGroup(teacher);
  await group.emulateMedia({ media: "print" });
  await expect(group.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(group.getByRole("rowheader", { name: nora.name })).toBeVisible();
  await expect(group.locator("button, nav, form, summary").filter({ visible: true })).toHaveCount(0);
});
