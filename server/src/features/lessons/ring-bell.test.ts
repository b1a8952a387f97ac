/** The bell ends everything that a lesson's children opened, and nothing else. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { finishGameLogin } from "@storyport/contract/game-login";
import { giveLessonCode, lessonBoard, ringBell } from "@storyport/contract/lessons";
import { validateAuth } from "@storyport/contract/login";
import { editPlayerGroup } from "@storyport/contract/player-groups";
import { logInWithOneTimeCode, oneTimeCode } from "@storyport/contract/qr-login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPlayerGroup } from "#test/builders.ts";
import { aColleague, aLesson, begin, boardOf, playBy, ring, statesOn } from "#test/lessons.ts";
import type { TestLesson } from "#test/lessons.ts";
import { isSomebodyWaiting } from "#test/meanwhile.ts";
import { aGameLogin, aPkcePair, consentTo, handOver, postToken, readTokens, redemptionOf, refresh } from "#test/oauth-client.ts";
import { badgesOf, codeOn, scan } from "#test/school-class.ts";
import { lessonOfLogin } from "./lesson-of-login.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

/** What is alive of a lesson's children. */
async function aliveOf({ students }: Pick<TestLesson, "students">): Promise<unknown[]> {
  const ids = students.map(({ id }) => id);
  const { rows } = await sql`
    select 'session' as is from sessions where account_id = any(${ids}) and expires_at > now()
    union all select 'code' from game_codes where account_id = any(${ids}) and consumed_at is null and expires_at > now()
    union all select 'one-time code' from one_time_codes where account_id = any(${ids}) and used_at is null and expires_at > now()
    union all select 'tokens' from token_families where account_id = any(${ids}) and revoked_at is null and expires_at > now()`.execute(
    portal.context.database,
  );
  return rows;
}

async function giveCode(school: TestLesson, index: number): Promise<string> {
  const body = { studentUserId: school.students[index]?.id };
  const answer = await school.desk.call(giveLessonCode, { params: { lessonId: school.lesson.id }, body });
  expect(answer.status).toBe(201);
  return oneTimeCode.parse(answer.body).otpCode;
}

describe("the bell", () => {
  test("ends sessions, waiting game codes, tokens and unused one-time codes of the lesson at once", async () => {
    const school = await aLesson(portal, { students: ["Nora", "Emil", "Ada", "Per", "Liv"] });
    const playing = await playBy(portal, school, school.badge("Nora"));
    const [door, leaving, byCode] = [portal.browser(), portal.browser(), portal.browser()];
    await scan(door, school.badge("Emil"));
    await scan(leaving, school.badge("Ada"));
    const waiting = await handOver(leaving, school.game);
    expect((await byCode.call(logInWithOneTimeCode, { body: { code: await giveCode(school, 3) } })).status).toBe(200);
    const unused = await giveCode(school, 4);
    expect(statesOn(await boardOf(school.desk, school.lesson))).toEqual({
      Ada: "at-the-door",
      Emil: "at-the-door",
      Liv: "not-yet",
      Nora: "in-the-game",
      Per: "at-the-door",
    });

    const rung = await ring(school.desk, school.lesson);
    expect(rung.status).toBe(200);
    const board = lessonBoard.parse(rung.body);
    expect(board.lesson.ended?.because).toBe("BELL");
    expect(statesOn(board)).toEqual({ Ada: "not-yet", Emil: "not-yet", Liv: "not-yet", Nora: "left", Per: "not-yet" });

    expect(await aliveOf(school)).toEqual([]);
    expect((await refresh(portal, playing)).body).toMatchObject({ error: "invalid_grant" });
    expect((await postToken(portal, redemptionOf(waiting))).body).toMatchObject({ error: "invalid_grant" });
    for (const browser of [door, byCode]) expect((await browser.call(validateAuth)).status).toBe(401);
    expect((await portal.browser().call(logInWithOneTimeCode, { body: { code: unused } })).status).toBe(401);

    const events = portal.context.database.selectFrom("audit_events").select(["event", "target_id", "actor_id"]);
    const recorded = await events.where("organization_id", "=", school.organization.id).execute();
    const ended = recorded.flatMap(({ event, target_id }) => (event === "sessions_ended" ? (target_id ?? []) : []));
    expect(ended.toSorted()).toEqual(
      school.students
        .slice(0, 4)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(recorded).toContainEqual({ event: "lesson_ended", target_id: school.group.id, actor_id: school.teacher.id });
  });

  test("a second time changes and records nothing", async () => {
    const school = await aLesson(portal);
    const first = await ring(school.desk, school.lesson);
    await portal.clock.travel(60);
    const before = await scan(portal.browser(), school.badge("Nora"));
    expect(before.status).toBe(200);
    const second = await ring(school.desk, school.lesson);
    expect(second.status).toBe(200);
    expect(lessonBoard.parse(second.body).lesson.ended?.because).toBe("BELL");
    expect(Date.parse(lessonBoard.parse(second.body).lesson.ended?.at ?? "")).toBeLessThan(Date.parse(lessonBoard.parse(first.body).at));
    expect(await aliveOf(school)).toHaveLength(1);
    const events = portal.context.database.selectFrom("audit_events").select("event").where("target_id", "=", school.group.id);
    expect(await events.where("event", "=", "lesson_ended").execute()).toHaveLength(1);
  });

  test("leaves what was opened before the lesson, and badges log in again afterwards", async () => {
    const school = await aLesson(portal);
    await ring(school.desk, school.lesson);
    const atHome = await playBy(portal, school, school.badge("Nora"));
    const next = await begin(school);
    expect((await ring(school.desk, next)).status).toBe(200);
    expect((await refresh(portal, atHome)).status).toBe(200);
  });

  test("of a class does not reach another class of the same child", async () => {
    const school = await aLesson(portal);
    const other = await aPlayerGroup(portal, {
      organization: school.organization,
      players: 1,
      rights: [{ account: school.teacher, level: "OWNER" }],
    });
    const nora = { account_id: school.students[0]?.id ?? "", player_id: other.playerIds[0] ?? "" };
    await portal.context.database.insertInto("account_players").values(nora).execute();
    const badgeOfOther = codeOn((await badgesOf({ desk: school.desk, group: other }))[0]);
    const lessonOfOther = await begin({ desk: school.desk, group: other });
    const [here, there] = [await playBy(portal, school, school.badge("Nora")), await playBy(portal, school, badgeOfOther)];
    await ring(school.desk, school.lesson);
    expect((await refresh(portal, here)).status).toBe(400);
    expect((await refresh(portal, there)).status).toBe(200);
    expect(statesOn(await boardOf(school.desk, lessonOfOther))).toEqual({ Nora: "in-the-game" });
    // Without a lesson of the badge's class, the badge serves the lesson that runs.
    const again = await playBy(portal, school, school.badge("Nora"));
    await ring(school.desk, lessonOfOther);
    for (const tokens of [there, again]) expect((await refresh(portal, tokens)).status).toBe(400);
  });

  test.each([
    ["READ", 403],
    ["PLAY", 200],
    ["MODIFY", 200],
    ["NONE", 404],
  ] as const)("with %s is answered with %i", async (level, status) => {
    const school = await aLesson(portal);
    expect((await ring(await aColleague(portal, school, level), school.lesson)).status).toBe(status);
  });

  test("is refused to a reader as errors.notAllowed, and to another school as errors.notFound: ringBell", async () => {
    const [school, other] = [await aLesson(portal), await aLesson(portal)];
    const call = { params: { lessonId: school.lesson.id }, body: {} };
    expect((await other.desk.call(ringBell, call)).body).toMatchObject({ code: "errors.notFound" });
    const reader = await aColleague(portal, school, "READ");
    expect((await reader.call(ringBell, call)).body).toMatchObject({ code: "errors.notAllowed" });
    expect((await boardOf(school.desk, school.lesson)).lesson.ended).toBeUndefined();
  });

  test("leaves nothing alive under fifty logins and hand-overs at once", async () => {
    const school = await aLesson(portal, { students: Array.from({ length: 10 }, (_, index) => `Child ${index}`) });
    const play = async (index: number): Promise<void> => {
      const browser = portal.browser();
      await scan(browser, school.badge(`Child ${index % 10}`));
      const pair = aPkcePair();
      const login = aGameLogin(school.game, { clientCode: pair.challenge });
      const consent = await consentTo(browser, login);
      const { status, body } = await browser.call(finishGameLogin, { query: { ...login, consent } });
      if (status !== 200) return;
      const url = new URL(finishGameLogin.response.parse(body).deeplinkUrl);
      const form = { code: url.searchParams.get("code") ?? "", redirect_uri: url.origin + url.pathname, code_verifier: pair.verifier };
      await postToken(portal, { grant_type: "authorization_code", client_id: String(school.game.id), ...form });
    };
    const plays = Array.from({ length: 50 }, (_, index) => play(index));
    await Promise.race(plays);
    expect((await ring(school.desk, school.lesson)).status).toBe(200);
    await Promise.all(plays);
    const { rows } = await sql`
      select 'session' as is from sessions where lesson_id = ${school.lesson.id}
      union all select 'code' from game_codes where lesson_id = ${school.lesson.id} and consumed_at is null and expires_at > now()
      union all select 'tokens' from token_families where lesson_id = ${school.lesson.id} and revoked_at is null`.execute(
      portal.context.database,
    );
    expect(rows).toEqual([]);
  });

  test("rung fifty times at once ends the lesson once", async () => {
    const school = await aLesson(portal);
    await playBy(portal, school, school.badge("Nora"));
    const answers = await Promise.all(Array.from({ length: 50 }, () => ring(school.desk, school.lesson)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const events = portal.context.database.selectFrom("audit_events").select("event").where("target_id", "=", school.group.id);
    expect(await events.where("event", "=", "lesson_ended").execute()).toHaveLength(1);
  });

  test("waits for a login under way, and ends it", async () => {
    const school = await aLesson(portal);
    const { database } = portal.context;
    const { id } = school.lesson;
    const rung = await database.transaction().execute(async (transaction) => {
      // A login between finding the lesson and its session.
      const login = { account_id: school.students[0]?.id ?? "", organization_id: school.organization.id, player_group_id: school.group.id };
      expect(await lessonOfLogin(transaction, login)).toBe(id);
      const pending = ring(school.desk, school.lesson);
      const isAnswered = pending.then(() => true);
      while (!(await isSomebodyWaiting(database)) && !(await Promise.race([isAnswered, Promise.resolve(false)])));
      await sql`
        insert into sessions (digest, account_id, organization_id, login_type, device_name, idle_seconds, expires_at, lesson_id)
        values (${Buffer.alloc(16, 7)}, ${school.students[0]?.id}, ${school.organization.id}, 'QRCODE', 'Tablet', 300, now() + interval '5 minutes', ${id})`.execute(
        transaction,
      );
      return { pending };
    });
    expect((await rung.pending).status).toBe(200);
    expect(await aliveOf(school)).toEqual([]);
  });
});

test("archiving the class ends its lesson", async () => {
  const school = await aLesson(portal);
  const tokens = await playBy(portal, school, school.badge("Nora"));
  await school.desk.call(editPlayerGroup, { params: { playerGroupId: school.group.id }, body: { version: 1, archived: true } });
  expect((await refresh(portal, tokens)).status).toBe(400);
  const lessons = portal.context.database.selectFrom("lessons").select("ended_because").where("id", "=", school.lesson.id);
  expect(await lessons.execute()).toEqual([{ ended_because: "ARCHIVED" }]);
});

describe("giveLessonCode", () => {
  test("with PLAY gives a code that logs the student in and into the lesson", async () => {
    const school = await aLesson(portal);
    const colleague = await aColleague(portal, school, "PLAY");
    const studentUserId = school.students[0]?.id;
    const given = await colleague.call(giveLessonCode, { params: { lessonId: school.lesson.id }, body: { studentUserId } });
    expect(given.status).toBe(201);
    const tablet = portal.browser();
    const { otpCode: code } = oneTimeCode.parse(given.body);
    expect((await tablet.call(logInWithOneTimeCode, { body: { code } })).body).toMatchObject({ displayName: "Nora" });
    const tokens = await handOver(tablet, school.game);
    expect(readTokens(await postToken(portal, redemptionOf(tokens)), tokens.clientId).claims.orgId).toBe(school.organization.id);
    expect(statesOn(await boardOf(colleague, school.lesson))).toMatchObject({ Nora: "in-the-game" });
  });

  test("gives a code that ends with the lesson", async () => {
    const school = await aLesson(portal, { minutes: 10 });
    const answer = await school.desk.call(giveLessonCode, {
      params: { lessonId: school.lesson.id },
      body: { studentUserId: school.students[0]?.id },
    });
    expect(oneTimeCode.parse(answer.body).expiresAt).toBe(school.lesson.endsAt);
  });

  test("is refused: errors.lessonOver, errors.notAllowed, errors.notFound, errors.loginTypeNotAllowed", async () => {
    const [school, other] = [await aLesson(portal), await aLesson(portal)];
    const call = (studentUserId: string | undefined) => ({ params: { lessonId: school.lesson.id }, body: { studentUserId } });
    const nora = school.students[0]?.id;
    const reader = await aColleague(portal, school, "READ");
    expect((await reader.call(giveLessonCode, call(nora))).body).toMatchObject({ code: "errors.notAllowed" });
    expect((await other.desk.call(giveLessonCode, call(nora))).body).toMatchObject({ code: "errors.notFound" });
    expect((await school.desk.call(giveLessonCode, call(other.students[0]?.id))).body).toMatchObject({ code: "errors.notFound" });
    const { database } = portal.context;
    await database
      .deleteFrom("account_login_types")
      .where("account_id", "=", school.students[1]?.id ?? "")
      .execute();
    expect((await school.desk.call(giveLessonCode, call(school.students[1]?.id))).body).toMatchObject({
      code: "errors.loginTypeNotAllowed",
    });
    await portal.clock.travel(46 * 60);
    expect((await school.desk.call(giveLessonCode, call(nora))).body).toMatchObject({ code: "errors.lessonOver" });
  });
});
