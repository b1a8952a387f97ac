/** Calls about badges and codes for some students of a class: chosen in a list, not one by one. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "@storyport/contract/limits";
import { validateAuth } from "@storyport/contract/login";
import { editPlayerGroup } from "@storyport/contract/player-groups";
import {
  issueBadges,
  issueOneTimeCodes,
  listBadges,
  logInWithOneTimeCode,
  reprintBadges,
  voidBadges,
  voidOneTimeCodes,
} from "@storyport/contract/qr-login";
import type { BadgeEntry, OneTimeCode } from "@storyport/contract/qr-login";
import type { Answer } from "#test/browser.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aClass, badgesOf, codeOn, scan } from "#test/school-class.ts";
import type { SchoolClass } from "#test/school-class.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const changes = [issueBadges, reprintBadges, voidBadges, issueOneTimeCodes, voidOneTimeCodes];

type Named = SchoolClass & { ida: string; jon: string; kim: string };

/** Three students, each with a badge. */
async function aClassOfThree(): Promise<Named & { badges: BadgeEntry[] }> {
  const school = await aClass(portal, { students: ["Ida", "Jon", "Kim"] });
  const [ida = "", jon = "", kim = ""] = school.students.map(({ id }) => id);
  return { ...school, ida, jon, kim, badges: await badgesOf(school) };
}

const forSome = ({ desk, group }: SchoolClass, endpoint: (typeof changes)[number], studentUserIds: unknown): Promise<Answer> =>
  desk.call(endpoint, { params: { playerGroupId: group.id }, body: { studentUserIds } });

const namesIn = ({ body }: Answer) => (body as { displayName: string }[]).map(({ displayName }) => displayName);

async function whichWork({ badges }: { badges: BadgeEntry[] }): Promise<Record<string, boolean>> {
  const entries: [string, boolean][] = [];
  for (const badge of badges) entries.push([badge.displayName, (await scan(portal.browser(), codeOn(badge))).status === 200]);
  return Object.fromEntries(entries);
}

async function eventsAbout(account: string): Promise<string[]> {
  const events = portal.context.database.selectFrom("audit_events").select("event").where("target_id", "=", account);
  return (await events.orderBy("id").execute()).map(({ event }) => event);
}

describe("some students of a class", () => {
  test("new badges end theirs alone", async () => {
    const school = await aClassOfThree();
    const answer = await forSome(school, issueBadges, [school.ida, school.kim]);
    expect(answer.status, answer.text).toBe(201);
    expect(namesIn(answer)).toEqual(["Ida", "Kim"]);
    expect(await eventsAbout(school.kim)).toEqual(["badge_issued", "badge_voided", "badge_issued"]);
    expect(await eventsAbout(school.jon)).toEqual(["badge_issued"]);
    expect(await whichWork(school)).toEqual({ Ida: false, Jon: true, Kim: false });
    expect(await whichWork({ badges: answer.body as BadgeEntry[] })).toEqual({ Ida: true, Kim: true });
  });

  test("are reprinted unchanged, without those who have no badge", async () => {
    const school = await aClassOfThree();
    await forSome(school, voidBadges, [school.jon]);
    const answer = await forSome(school, reprintBadges, [school.jon, school.kim]);
    expect(answer.body).toEqual([school.badges[2]]);
    expect(await forSome(school, reprintBadges, [school.jon])).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    expect(await eventsAbout(school.kim)).toEqual(["badge_issued", "badge_reprinted"]);
  });

  test("voiding ends their badges and open sessions alone", async () => {
    const school = await aClassOfThree();
    const [ida, kim] = [portal.browser(), portal.browser()];
    expect((await scan(ida, codeOn(school.badges[0]))).status).toBe(200);
    expect((await scan(kim, codeOn(school.badges[2]))).status).toBe(200);
    expect((await forSome(school, voidBadges, [school.ida, school.jon])).status).toBe(204);
    expect([(await ida.call(validateAuth)).status, (await kim.call(validateAuth)).status]).toEqual([401, 200]);
    expect(await whichWork(school)).toEqual({ Ida: false, Jon: false, Kim: true });
  });

  test("get codes, which are voided for some of them alone", async () => {
    const school = await aClassOfThree();
    const given = await forSome(school, issueOneTimeCodes, [school.ida, school.kim]);
    expect(namesIn(given)).toEqual(["Ida", "Kim"]);
    expect((await forSome(school, voidOneTimeCodes, [school.ida])).status).toBe(204);
    const tries: number[] = [];
    for (const { otpCode: code } of given.body as OneTimeCode[]) {
      tries.push((await portal.browser().call(logInWithOneTimeCode, { body: { code } })).status);
    }
    expect(tries).toEqual([401, 200]);
  });

  test("a repeated id counts once, and the largest class fits into one call", async () => {
    const school = await aClassOfThree();
    expect(namesIn(await forSome(school, issueBadges, [school.ida, school.ida]))).toEqual(["Ida"]);
    const crowd = Array.from({ length: limits.playersOfGroup.max }, () => school.ida);
    expect((await forSome(school, reprintBadges, crowd)).status).toBe(200);
    expect((await forSome(school, reprintBadges, [...crowd, school.ida])).status).toBe(400);
  });

  test.each([[[]], ["all"], [["1"]], [[null]]])("%j is no choice of students: errors.invalidInput", async (given) => {
    const school = await aClass(portal);
    for (const endpoint of changes) {
      expect(await forSome(school, endpoint, given)).toMatchObject({ status: 400, body: { code: "errors.invalidInput" } });
    }
  });

  test("one student and some at once: errors.invalidInput", async () => {
    const school = await aClass(portal);
    const id = school.students[0]?.id;
    const answer = await school.desk.call(issueBadges, {
      params: { playerGroupId: school.group.id },
      body: { studentUserId: id, studentUserIds: [id] },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: "errors.invalidInput" } });
  });

  test("a single unknown or foreign id refuses the call as errors.notFound, and changes nothing", async () => {
    const [school, other] = [await aClassOfThree(), await aClass(portal)];
    for (const stranger of [other.students[0]?.id, school.teacher.id, randomUUID()]) {
      for (const endpoint of changes) {
        const refused = await forSome(school, endpoint, [school.ida, stranger]);
        expect(refused).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
      }
    }
    expect(await eventsAbout(school.ida)).toEqual(["badge_issued"]);
    expect(await whichWork(school)).toEqual({ Ida: true, Jon: true, Kim: true });
  });

  test("no badge and no code is issued if one of the students lacks the login type: errors.loginTypeNotAllowed; the list marks the student", async () => {
    const school = await aClassOfThree();
    await portal.context.database.deleteFrom("account_login_types").where("account_id", "=", school.jon).execute();
    for (const endpoint of [issueBadges, issueOneTimeCodes]) {
      const refused = await forSome(school, endpoint, [school.ida, school.jon]);
      expect(refused).toMatchObject({ status: 403, body: { code: "errors.loginTypeNotAllowed" } });
    }
    const { body } = await school.desk.call(listBadges, { params: { playerGroupId: school.group.id } });
    const { students } = listBadges.response.parse(body);
    expect(students.map(({ mayUseBadge }) => mayUseBadge)).toEqual([true, false, true]);
    expect(await whichWork({ badges: school.badges.slice(0, 1) })).toEqual({ Ida: true });
  });

  test("an archived class refuses every call: errors.notFound", async () => {
    const school = await aClassOfThree();
    const params = { playerGroupId: school.group.id };
    await school.desk.call(editPlayerGroup, { params, body: { version: 1, archived: true } });
    for (const endpoint of changes) {
      expect(await forSome(school, endpoint, [school.ida])).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    }
  });

  test("fifty concurrent issues leave each of them one working badge, and the others theirs", async () => {
    const school = await aClassOfThree();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        forSome(school, issueBadges, index % 2 === 0 ? [school.ida, school.jon] : [school.jon, school.ida]),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const { database } = portal.context;
    const live = await database
      .selectFrom("badges")
      .select("account_id")
      .where("player_group_id", "=", school.group.id)
      .where("voided_at", "is", null)
      .execute();
    expect(live.map(({ account_id }) => account_id).toSorted()).toEqual([school.ida, school.jon, school.kim].toSorted());
    const issued = answers.flatMap(({ body }) => body as BadgeEntry[]);
    const scans = await Promise.all(issued.map((badge) => scan(portal.browser(), codeOn(badge))));
    expect(scans.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await whichWork(school)).toEqual({ Ida: false, Jon: false, Kim: true });
  });
});
