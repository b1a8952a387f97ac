/** A class of the demo's teacher. It has no students until a journey adds them. */
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { type Asker, ask, send } from "./admin-area.ts";
import { expect } from "./journey.ts";
import { beLoggedIn } from "./login.ts";
import { people } from "./world.ts";

export interface Student {
  readonly name: string;
  /** The address that the QR code holds. */
  readonly badge: string;
}

/** The teacher in a browser of her own. */
export async function aTeacher(browser: Browser): Promise<BrowserContext> {
  const teacher = await browser.newContext();
  await beLoggedIn(teacher, people.teacher);
  return teacher;
}

let count = 0;

/** A name that no other student of the group has. */
export const aName = (name: string): string => `${name} ${process.pid} ${count++}`;

/** A new student of the group with a badge. */
export async function aStudent(teacher: Asker, firstName: string): Promise<Student> {
  const groupId = await findGroup(teacher);
  const name = aName(firstName);
  const { id } = await send<{ id: string }>(teacher, { path: "students", data: { studentName: name, groupId } });
  const [badge] = await send<{ qrCodeUrl: string }[]>(teacher, { path: `player-groups/${groupId}/badges`, data: { studentUserId: id } });
  return { name, badge: badge?.qrCodeUrl ?? "" };
}

/** Opens the page of the group with its present students. */
export async function openGroup(teacher: BrowserContext): Promise<Page> {
  const page = await teacher.newPage();
  await page.goto(`/player-groups/${await findGroup(teacher)}`);
  await expect(page.getByRole("heading", { level: 1, name: "Class 2C" })).toBeVisible();
  return page;
}

/** The first journey of a file creates the class. */
async function findGroup(teacher: Asker): Promise<string> {
  const { results } = await ask<{ results: { player_group_id: string; group_name: string }[] }>(teacher, "player-groups/search?query=2C");
  const found = results.find(({ group_name }) => group_name === "2C");
  if (found !== undefined) return found.player_group_id;
  const [school] = await ask<{ id: string }[]>(teacher, "manifest/orgs/me");
  const { id } = await send<{ id: string }>(teacher, { path: "player-groups/create", data: { name: "2C", organizationId: school?.id } });
  return id;
}
