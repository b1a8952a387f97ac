/** Starting a lesson: who may, how long, and one per class. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDashboard } from "@storyport/contract/dashboard-login";
import { getRunningLesson, startLesson } from "@storyport/contract/lessons";
import { editPlayerGroup } from "@storyport/contract/player-groups";
import { portalNetwork } from "#/platform/http/caller.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPlayerGroup } from "#test/builders.ts";
import { aColleague, aLesson, begin, boardOf, playBy, ring, statesOn } from "#test/lessons.ts";
import type { TestLesson } from "#test/lessons.ts";
import { handOver, postToken, readTokens, redemptionOf, refresh } from "#test/oauth-client.ts";
import { aClass, badgesOf, codeOn, scan } from "#test/school-class.ts";
import { isSomebodyWaiting } from "#test/meanwhile.ts";
import { lessonOfLogin } from "./lesson-of-login.ts";
import { holdStart, insertLesson } from "./queries.ts";
import { endOverdueLessons } from "./end-overdue-lessons.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const at = ({ group }: { group: { id: string } }, minutes: unknown = 45) => ({ params: { playerGroupId: group.id }, body: { minutes } });

describe("startLesson", () => {
  test("starts a lesson that ends by itself, and the class page finds it", async () => {
    const school = await aClass(portal);
    const found = () => school.desk.call(getRunningLesson, { params: { playerGroupId: school.group.id } });
    const none = { mayLead: true, groupName: "2A" };
    expect((await found()).body).toEqual(none);
    const started = await begin(school, 45);
    expect(Date.parse(started.endsAt) - Date.parse(started.startedAt)).toBe(45 * 60_000);
    expect(started.ended).toBeUndefined();
    expect((await found()).body).toEqual({ ...none, lesson: started });
    await portal.clock.travel(45 * 60 + 1);
    expect((await found()).body).toEqual(none);
  });

  test("takes 5 minutes to 4 hours", async () => {
    const school = await aClass(portal);
    for (const minutes of [4, 241, 4.5, "45", null]) expect((await school.desk.call(startLesson, at(school, minutes))).status).toBe(400);
    for (const minutes of [5, 240]) expect((await school.desk.call(startLesson, at(school, minutes))).status).toBe(200);
  });

  test.each([
    ["READ", 403],
    ["PLAY", 200],
    ["MODIFY", 200],
    ["OWNER", 200],
    ["NONE", 404],
  ] as const)("with %s is answered with %i", async (level, status) => {
    const school = await aClass(portal);
    const colleague = await aColleague(portal, school, level);
    expect((await colleague.call(startLesson, at(school))).status).toBe(status);
  });

  test("errors.notAllowed for a reader, errors.notFound in another school and for an archived class", async () => {
    const school = await aClass(portal);
    const { desk } = await aClass(portal);
    const reader = await aColleague(portal, school, "READ");
    expect((await reader.call(startLesson, at(school))).body).toMatchObject({ code: "errors.notAllowed" });
    expect((await desk.call(startLesson, at(school))).body).toMatchObject({ code: "errors.notFound" });
    expect((await desk.call(getRunningLesson, { params: { playerGroupId: school.group.id } })).body).toMatchObject({
      code: "errors.notFound",
    });
    await school.desk.call(editPlayerGroup, { params: { playerGroupId: school.group.id }, body: { version: 1, archived: true } });
    expect((await school.desk.call(startLesson, at(school))).body).toMatchObject({ code: "errors.notFound" });
  });

  test("by fifty calls at once starts one lesson, which all get", async () => {
    const school = await aClass(portal);
    const colleague = await aColleague(portal, school, "PLAY");
    // Opens the pool's connections. Otherwise the first call would be done before the others begin.
    const params = { playerGroupId: school.group.id };
    await Promise.all(Array.from({ length: 50 }, () => school.desk.call(getRunningLesson, { params })));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? school.desk : colleague).call(startLesson, at(school, 30 + index))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const { database } = portal.context;
    const rows = await database.selectFrom("lessons").select("id").where("player_group_id", "=", school.group.id).execute();
    expect(rows).toHaveLength(1);
  });

  test("takes in the children of the class who are at the door, and the bell ends what they open", async () => {
    const school = await aClass(portal, { students: ["Nora", "Emil", "Ada"] });
    const [ada = "", emil = "", nora = ""] = (await badgesOf(school)).map(codeOn);
    const [door, leaving] = [portal.browser(), portal.browser()];
    await scan(door, nora);
    await scan(leaving, emil);
    const waiting = await handOver(leaving, school.game);
    const atHome = await playBy(portal, school, ada);
    const lesson = await begin(school);
    expect(statesOn(await boardOf(school.desk, lesson))).toEqual({ Ada: "not-yet", Emil: "at-the-door", Nora: "at-the-door" });
    const handed = await handOver(door, school.game);
    const tokens = readTokens(await postToken(portal, redemptionOf(handed)), handed.clientId);
    const others = readTokens(await postToken(portal, redemptionOf(waiting)), waiting.clientId);
    expect(statesOn(await boardOf(school.desk, lesson))).toEqual({ Ada: "not-yet", Emil: "in-the-game", Nora: "in-the-game" });
    await ring(school.desk, lesson);
    for (const ended of [tokens, others]) expect((await refresh(portal, ended)).status).toBe(400);
    expect((await refresh(portal, atHome)).status).toBe(200);
  });

  test("waits for a login under way, and takes it in", async () => {
    const school = await aClass(portal);
    const { database } = portal.context;
    const accountId = school.students[0]?.id ?? "";
    const { pending } = await database.transaction().execute(async (transaction) => {
      // A login between the search for a lesson and its session.
      const login = { account_id: accountId, organization_id: school.organization.id, player_group_id: school.group.id };
      expect(await lessonOfLogin(transaction, login)).toBeUndefined();
      const started = begin(school);
      const isAnswered = started.then(() => true);
      while (!(await isSomebodyWaiting(database)) && !(await Promise.race([isAnswered, Promise.resolve(false)])));
      await sql`
        insert into sessions (digest, account_id, organization_id, login_type, device_name, idle_seconds, expires_at)
        values (${Buffer.alloc(16, 7)}, ${accountId}, ${school.organization.id}, 'QRCODE', 'Tablet', 300, now() + interval '5 minutes')`.execute(
        transaction,
      );
      return { pending: started };
    });
    const lesson = await pending;
    const sessions = database.selectFrom("sessions").select("lesson_id").where("account_id", "=", accountId);
    expect(await sessions.execute()).toEqual([{ lesson_id: lesson.id }]);
    await ring(school.desk, lesson);
    expect(await sessions.execute()).toEqual([]);
  });

  test.each(["the badge's class", "another class of the child"])(
    "in %s holds up a login, which then belongs to the lesson",
    async (which) => {
      const school = await aClass(portal, { students: ["Nora"] });
      const { database } = portal.context;
      const [{ id: accountId } = { id: "" }] = school.students;
      const [nora = ""] = (await badgesOf(school)).map(codeOn);
      const own = which === "the badge's class";
      const group = own ? school.group : await aPlayerGroup(portal, { organization: school.organization, players: 1 });
      if (!own) {
        const [player = ""] = (
          await database.selectFrom("player_group_players").selectAll().where("player_group_id", "=", group.id).execute()
        ).map(({ player_id }) => player_id);
        await database.insertInto("account_players").values({ account_id: accountId, player_id: player }).execute();
      }
      const { lessonId, pending } = await database.transaction().execute(async (transaction) => {
        await holdStart(transaction, group.id);
        const place = { playerGroupId: group.id, organizationId: school.organization.id };
        const id = await insertLesson(transaction, { ...place, startedBy: school.teacher.id, minutes: 45 });
        const answer = scan(portal.browser(), nora);
        const isAnswered = answer.then(() => true);
        while (!(await isSomebodyWaiting(database)) && !(await Promise.race([isAnswered, Promise.resolve(false)])));
        return { lessonId: id, pending: answer };
      });
      expect((await pending).status).toBe(200);
      const sessions = await database.selectFrom("sessions").select("lesson_id").where("account_id", "=", accountId).execute();
      expect(sessions).toEqual([{ lesson_id: lessonId }]);
    },
  );

  test("leaves children at the door who are in another lesson or at another school", async () => {
    const [school, other] = [await aLesson(portal), await aClass(portal)];
    const { database } = portal.context;
    const group = await aPlayerGroup(portal, {
      organization: school.organization,
      players: 1,
      rights: [{ account: school.teacher, level: "OWNER" }],
    });
    const nora = { account_id: school.students[0]?.id ?? "", player_id: group.playerIds[0] ?? "" };
    await database.insertInto("account_players").values(nora).execute();
    await scan(portal.browser(), school.badge("Nora"));
    await scan(portal.browser(), school.badge("Emil"));
    const [badge] = await badgesOf(other);
    await scan(portal.browser(), codeOn(badge));
    await begin({ desk: school.desk, group });
    const rows = database.selectFrom("sessions").select(["account_id", "lesson_id"]).where("login_type", "=", "QRCODE");
    const ids = [...school.students, ...other.students].map(({ id }) => id);
    const found = await rows.where("account_id", "in", ids).execute();
    expect(Object.fromEntries(found.map(({ account_id, lesson_id }) => [account_id, lesson_id]))).toEqual({
      ...Object.fromEntries(school.students.map(({ id }) => [id, school.lesson.id])),
      [badge?.userId ?? ""]: null,
    });
  });

  test("does not wait for the job that ends the lesson before", async () => {
    const school = await aLesson(portal);
    await portal.clock.travel(46 * 60);
    const next = await begin(school);
    expect(next.id).not.toBe(school.lesson.id);
    expect((await boardOf(school.desk, school.lesson)).lesson.ended).toMatchObject({ because: "TIME" });
  });

  test("does not make its teacher the person who ended the lesson before, and leaves that teacher's dashboard open", async () => {
    const school = await aLesson(portal);
    await playBy(portal, school, school.badge("Nora"));
    await portal.clock.travel(46 * 60);
    const colleague = await aColleague(portal, school, "PLAY");
    const query = { gameId: school.game.key, orgId: school.organization.id, state: "d", confirmed: "true" };
    expect((await colleague.call(openDashboard, { query })).headers.location).toContain("/callback?code=");
    await begin({ desk: colleague, group: school.group });
    const { database } = portal.context;
    const open = database
      .selectFrom("game_codes")
      .select("client_id")
      .where("expires_at", ">", sql<Date>`now()`);
    expect(await open.where("organization_id", "=", school.organization.id).execute()).toEqual([{ client_id: "dashboard" }]);
    expect(await endsOf(school)).toEqual([
      { event: "lesson_ended", actor_id: null, network: portalNetwork, details: expect.objectContaining({ because: "TIME" }) },
    ]);
  });

  /** The history of the ends of a class's lessons. */
  async function endsOf({ group }: { group: { id: string } }) {
    const events = portal.context.database.selectFrom("audit_events").select(["event", "actor_id", "network", "details"]);
    return events.where("target_id", "=", group.id).where("event", "=", "lesson_ended").execute();
  }

  test.each([
    ["the bell", (school: TestLesson) => ring(school.desk, school.lesson)],
    [
      "archiving",
      (school: TestLesson) =>
        school.desk.call(editPlayerGroup, { params: { playerGroupId: school.group.id }, body: { version: 1, archived: true } }),
    ],
  ])("after the time of a lesson %s names nobody as the person who ended it", async (_, end) => {
    const school = await aLesson(portal);
    await portal.clock.travel(46 * 60);
    expect((await end(school)).status).toBe(200);
    expect(await endsOf(school)).toMatchObject([{ actor_id: null, network: portalNetwork, details: { because: "TIME" } }]);
  });
});

describe("a lesson's end by time", () => {
  test("ends its tokens in the refresh itself, before any job", async () => {
    const school = await aLesson(portal, { minutes: 30 });
    const tokens = await playBy(portal, school, school.badge("Nora"));
    await portal.clock.travel(29 * 60);
    const renewed = await refresh(portal, tokens);
    expect(renewed.status).toBe(200);
    const { refresh_token: refreshToken } = renewed.body as { refresh_token: string };
    await portal.clock.travel(61);
    expect((await refresh(portal, { ...tokens, refreshToken })).body).toMatchObject({ error: "invalid_grant" });
  });

  test("leaves out a class that another call holds, such as archiving, without a lock on its lesson, and ends it in the next run", async () => {
    const school = await aLesson(portal, { minutes: 30 });
    await portal.clock.travel(40 * 60);
    const { database } = portal.context;
    await database.transaction().execute(async (transaction) => {
      await sql`select from player_groups where id = ${school.group.id}::uuid for no key update`.execute(transaction);
      await endOverdueLessons(portal.context);
      const { rows } = await sql`
        select ended_at from lessons where id = ${school.lesson.id}::uuid for update nowait`.execute(transaction);
      expect(rows).toEqual([{ ended_at: null }]);
    });
    await endOverdueLessons(portal.context);
    const row = database.selectFrom("lessons").select("ended_because").where("id", "=", school.lesson.id);
    expect(await row.executeTakeFirst()).toEqual({ ended_because: "TIME" });
  });

  test("is written by the job, once, at its time", async () => {
    const school = await aLesson(portal, { minutes: 30 });
    await playBy(portal, school, school.badge("Nora"));
    await endOverdueLessons(portal.context);
    expect((await boardOf(school.desk, school.lesson)).lesson.ended).toBeUndefined();
    await portal.clock.travel(40 * 60);
    await Promise.all([endOverdueLessons(portal.context), endOverdueLessons(portal.context)]);
    const { lesson } = await boardOf(school.desk, school.lesson);
    expect(lesson.ended).toEqual({ at: lesson.endsAt, because: "TIME" });
    const { database } = portal.context;
    const events = database.selectFrom("audit_events").select("event").where("target_id", "=", school.group.id);
    expect((await events.where("event", "=", "lesson_ended").execute()).length).toBe(1);
    const ended = database.selectFrom("audit_events").select("target_id").where("event", "=", "sessions_ended");
    expect(await ended.where("organization_id", "=", school.organization.id).execute()).toEqual([{ target_id: school.students[0]?.id }]);
  });
});
