/** A class with its teacher and students, for tests of badges. */
import { issueBadges, logInWithBadge } from "@storyport/contract/qr-login";
import type { BadgeEntry } from "@storyport/contract/qr-login";
import { expect } from "vitest";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { Answer, Browser } from "./browser.ts";
import type { TestPortal } from "./build-app.ts";
import { aPlayerGroup, aSession, aTeacher, anAccount } from "./builders.ts";
import type { TestAccount } from "./builders.ts";

export interface SchoolClass {
  organization: { id: string; key: string };
  game: { id: number; key: string };
  group: { id: string };
  teacher: TestAccount;
  /** The teacher's logged-in browser. */
  desk: Browser;
  students: TestAccount[];
  /** The players of the students, in the same order. */
  playerIds: string[];
}

export async function aClass(portal: TestPortal, parts: { level?: RightsLevel; students?: string[] } = {}): Promise<SchoolClass> {
  const { account: teacher, organization, game } = await aTeacher(portal);
  const names = parts.students ?? ["Nora", "Emil"];
  const group = await aPlayerGroup(portal, {
    organization,
    players: names.length,
    rights: [{ account: teacher, level: parts.level ?? "OWNER" }],
  });
  const students: TestAccount[] = [];
  for (const [index, displayName] of names.entries()) {
    const student = await aStudent(portal, { organization, displayName });
    const player_id = group.playerIds[index] ?? "";
    await portal.context.database.insertInto("account_players").values({ account_id: student.id, player_id }).execute();
    students.push(student);
  }
  const desk = await aSession(portal, teacher, { loginType: "PASSWORD", organizationId: organization.id });
  return { organization, game, group, teacher, desk, students, playerIds: group.playerIds };
}

async function aStudent(
  portal: TestPortal,
  { organization, displayName }: { organization: { id: string }; displayName: string },
): Promise<TestAccount> {
  return anAccount(portal, {
    email: null,
    password: null,
    displayName,
    loginTypes: ["QRCODE"],
    memberships: [{ organization, roles: ["student"] }],
  });
}

/** Issues badges through the teacher's own call. */
export async function badgesOf({ desk, group }: Pick<SchoolClass, "desk" | "group">, studentUserId?: string): Promise<BadgeEntry[]> {
  const body = studentUserId === undefined ? {} : { studentUserId };
  const answer = await desk.call(issueBadges, { params: { playerGroupId: group.id }, body });
  expect(answer.status).toBe(201);
  return answer.body as BadgeEntry[];
}

/** A class of two students, with the code of each badge. */
export async function aClassWithBadges(portal: TestPortal): Promise<SchoolClass & { emil: string; nora: string }> {
  const school = await aClass(portal);
  // Sorted by name.
  const [emil = "", nora = ""] = (await badgesOf(school)).map(codeOn);
  return { ...school, emil, nora };
}

/** Returns the code of a badge, as a camera reads it. */
export function codeOn(badge: BadgeEntry | undefined): string {
  return new URL(badge?.qrCodeUrl ?? "http://none/").searchParams.get("code") ?? "";
}

/** `replace`: the user confirmed that another user's session here may end. */
export function scan(browser: Browser, code: string, replace?: "replace"): Promise<Answer> {
  return browser.call(logInWithBadge, { query: { code, ...(replace && { replace: "true" }) } });
}
