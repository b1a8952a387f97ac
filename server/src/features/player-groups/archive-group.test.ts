/** Archiving closes a class: what its students log in with ends, and nothing is deleted. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startLesson } from "@storyport/contract/lessons";
import { validateAuth } from "@storyport/contract/login";
import { editPlayerGroup, getPlayerGroup, setPlayerGroupRight } from "@storyport/contract/player-groups";
import { createStudent, editPlayer } from "@storyport/contract/players";
import { issueBadges, issueOneTimeCodes, listBadges, logInWithOneTimeCode, oneTimeCode } from "@storyport/contract/qr-login";
import { acceptTransfer, openTransfer } from "@storyport/contract/transfers";
import * as z from "zod/mini";
import type { Answer } from "#test/browser.ts";
import { anAccount } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { orderOf, send, verdictsOf } from "#test/class-imports.ts";
import { aLesson, playBy } from "#test/lessons.ts";
import { meanwhileInClass } from "#test/meanwhile.ts";
import { refresh } from "#test/oauth-client.ts";
import { aClass, aClassWithBadges, badgesOf, codeOn, scan } from "#test/school-class.ts";
import type { SchoolClass } from "#test/school-class.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

function archive({ desk, group }: Pick<SchoolClass, "desk" | "group">, archived = true, version = 1): Promise<Answer> {
  return desk.call(editPlayerGroup, { params: { playerGroupId: group.id }, body: { version, archived } });
}

async function aCode({ desk, group, students }: SchoolClass, index: number): Promise<string> {
  const body = { studentUserId: students[index]?.id };
  const answer = await desk.call(issueOneTimeCodes, { params: { playerGroupId: group.id }, body });
  return z.array(oneTimeCode).parse(answer.body)[0]?.otpCode ?? "";
}

/** What is alive of the students of a class. */
async function aliveOf({ students }: Pick<SchoolClass, "students">): Promise<unknown[]> {
  const ids = students.map(({ id }) => id);
  const { rows } = await sql`
    select 'session' as is from sessions where account_id = any(${ids}) and expires_at > now()
    union all select 'badge' from badges where account_id = any(${ids}) and voided_at is null and expires_at > now()
    union all select 'one-time code' from one_time_codes where account_id = any(${ids}) and used_at is null and expires_at > now()
    union all select 'tokens' from token_families where account_id = any(${ids}) and revoked_at is null`.execute(portal.context.database);
  return rows;
}

test("archiving a class ends badges, unused codes, sessions, tokens and the lesson, and deletes nothing", async () => {
  const school = await aLesson(portal, { students: ["Ada", "Emil", "Nora"] });
  const playing = await playBy(portal, school, school.badge("Nora"));
  const [byBadge, byCode] = [portal.browser(), portal.browser()];
  await scan(byBadge, school.badge("Emil"));
  const code = await aCode(school, 0);
  const unused = await aCode(school, 1);
  expect((await byCode.call(logInWithOneTimeCode, { body: { code } })).status).toBe(200);

  const archived = await archive(school);
  expect(archived.status).toBe(200);
  expect(archived.body).toMatchObject({ groupType: "ARCHIVED", players: [{}, {}, {}] });
  expect(await aliveOf(school)).toEqual([]);
  expect((await refresh(portal, playing)).status).toBe(400);
  for (const browser of [byBadge, byCode]) expect((await browser.call(validateAuth)).status).toBe(401);
  expect((await scan(portal.browser(), school.badge("Nora"))).body).toMatchObject({ code: "errors.qrLoginUrlInValid" });
  expect((await portal.browser().call(logInWithOneTimeCode, { body: { code: unused } })).status).toBe(401);
  const accounts = portal.context.database.selectFrom("accounts").select("status");
  const ids = school.students.map(({ id }) => id);
  expect(await accounts.where("id", "in", ids).execute()).toEqual(ids.map(() => ({ status: "ACTIVE" })));

  const events = await eventsAbout(portal, school.group.id);
  expect(events.find(({ event }) => event === "player_group_archived")).toMatchObject({ details: { badges: 3 } });
  expect(events.find(({ event }) => event === "lesson_ended")).toMatchObject({ details: { because: "ARCHIVED" } });
});

test("a student who logged in by a code and has no badge is logged out too", async () => {
  const school = await aClass(portal, { students: ["Nora"] });
  const tablet = portal.browser();
  expect((await tablet.call(logInWithOneTimeCode, { body: { code: await aCode(school, 0) } })).status).toBe(200);
  await archive(school);
  expect((await tablet.call(validateAuth)).status).toBe(401);
});

test("a restored class has its students back, without badges until new ones are issued", async () => {
  const school = await aClassWithBadges(portal);
  await archive(school);
  await archive(school, false, 2);
  const list = await school.desk.call(listBadges, { params: { playerGroupId: school.group.id } });
  const students = listBadges.response.parse(list.body).students;
  expect(students.map(({ displayName, badge }) => ({ displayName, badge }))).toEqual([{ displayName: "Emil" }, { displayName: "Nora" }]);
  expect((await scan(portal.browser(), school.nora)).status).toBe(401);
  const [, nora] = await badgesOf(school);
  expect((await scan(portal.browser(), codeOn(nora))).status).toBe(200);
});

test("a class that was archived with its badges and codes is restored without them", async () => {
  const school = await aClassWithBadges(portal);
  const code = await aCode(school, 0);
  // As a previous release archived it, which ended neither badges nor codes.
  const { database } = portal.context;
  await sql`update player_groups set type_before = group_type, group_type = 'ARCHIVED' where id = ${school.group.id}`.execute(database);
  expect((await archive(school, false)).body).toMatchObject({ groupType: "REGULAR" });
  expect((await scan(portal.browser(), school.nora)).body).toMatchObject({ code: "errors.qrLoginUrlInValid" });
  expect((await portal.browser().call(logInWithOneTimeCode, { body: { code } })).status).toBe(401);
  expect(await aliveOf(school)).toEqual([]);
  for (const { id } of school.students) {
    expect((await eventsAbout(portal, id)).filter(({ event }) => event === "badge_voided")).toHaveLength(1);
  }
});

test("one of fifty who archive a class at once does, and each badge ends once in the history", async () => {
  const school = await aClassWithBadges(portal);
  const answers = await Promise.all(Array.from({ length: 50 }, () => archive(school)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
  for (const { id } of school.students) {
    expect((await eventsAbout(portal, id)).filter(({ event }) => event === "badge_voided")).toHaveLength(1);
  }
});

test("archiving leaves nothing alive under fifty logins at once", async () => {
  const school = await aClass(portal, { students: Array.from({ length: 10 }, (_, index) => `Child ${index}`) });
  const codes = (await badgesOf(school)).map(codeOn);
  const logins = Array.from({ length: 50 }, (_, index) => scan(portal.browser(), codes[index % 10] ?? ""));
  await Promise.race(logins);
  expect((await archive(school)).status).toBe(200);
  await Promise.all(logins);
  expect(await aliveOf(school)).toEqual([]);
});

describe("in a class that a colleague archives meanwhile", () => {
  const params = ({ group }: SchoolClass) => ({ playerGroupId: group.id });
  test.each<[string, (school: SchoolClass) => Promise<() => Promise<Answer>>, string]>([
    [
      "no lesson starts",
      async (school) => () => school.desk.call(startLesson, { params: params(school), body: { minutes: 45 } }),
      "errors.notFound",
    ],
    [
      "no badges are issued",
      async (school) => () => school.desk.call(issueBadges, { params: params(school), body: {} }),
      "errors.notFound",
    ],
    [
      "no codes are issued",
      async (school) => () => school.desk.call(issueOneTimeCodes, { params: params(school), body: {} }),
      "errors.notFound",
    ],
    [
      "no student is created",
      async ({ desk, group }) =>
        () =>
          desk.call(createStudent, { body: { studentName: "Al", groupId: group.id } }),
      "errors.notFound",
    ],
    [
      "no list is imported",
      async ({ desk, group }) => {
        const list = { playerGroupId: group.id, rows: [{ name: "Al" }] };
        const order = orderOf(list, await verdictsOf(desk, list));
        return () => send(desk, order);
      },
      "errors.importChanged",
    ],
    [
      "no student is offered to another school",
      async (school) => () => school.desk.call(openTransfer, { params: params(school), body: { studentUserId: school.students[0]?.id } }),
      "errors.notFound",
    ],
    [
      "no student arrives from another school",
      async ({ desk, group }) => {
        const from = await aClass(portal);
        const body = { studentUserId: from.students[0]?.id };
        const opened = await from.desk.call(openTransfer, { params: params(from), body });
        const token = openTransfer.response.parse(opened.body).link.split("/").at(-1);
        return () => desk.call(acceptTransfer, { body: { token, playerGroupId: group.id } });
      },
      "errors.notFound",
    ],
    [
      "no right is set",
      async (school) => {
        const { id: accountId } = await anAccount(portal, { memberships: [{ organization: school.organization, roles: ["teacher"] }] });
        return () => school.desk.call(setPlayerGroupRight, { params: params(school), body: { accountId, rightsType: "READ" } });
      },
      "errors.notFound",
    ],
    [
      "no player is edited",
      async ({ desk, playerIds: [playerId = ""] }) =>
        () =>
          desk.call(editPlayer, { params: { playerId }, body: { version: 1, playerName: "Nora Berg" } }),
      "errors.notFound",
    ],
  ])("%s", async (_, prepare, code) => {
    const school = await aClass(portal);
    const call = await prepare(school);
    const answer = await meanwhileInClass(portal, {
      group: school.group,
      happens: (transaction) =>
        transaction.updateTable("player_groups").set({ group_type: "ARCHIVED" }).where("id", "=", school.group.id).execute(),
      call,
    });
    expect(answer.body).toMatchObject({ code });
    expect(await aliveOf(school)).toEqual([]);
  });
});

test("a class of another version stays open with its badges: errors.changedMeanwhile", async () => {
  const school = await aClassWithBadges(portal);
  expect((await archive(school, true, 7)).body).toMatchObject({ code: "errors.changedMeanwhile" });
  expect((await school.desk.call(getPlayerGroup, { params: { playerGroupId: school.group.id } })).body).toMatchObject({
    groupType: "REGULAR",
  });
  expect((await scan(portal.browser(), school.nora)).status).toBe(200);
});
