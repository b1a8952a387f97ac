/** What a teacher sees of her classes on the start page: which classes, in which order, and what needs attention. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { classOverviews, listClassOverviews } from "@storyport/contract/class-overviews";
import type { ClassOverview, ClassOverviews } from "@storyport/contract/class-overviews";
import { validateAuth } from "@storyport/contract/login";
import { giveLessonCode } from "@storyport/contract/lessons";
import { editPlayerGroup } from "@storyport/contract/player-groups";
import { helpNeededIn } from "#/features/lessons/help-needed.ts";
import { summarizeBadges } from "#/features/qr-login/summarize-badges.ts";
import type { Database } from "#/platform/database/connect.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { anAccount, anOrganization, aPlayerGroup, aSession } from "#test/builders.ts";
import { aColleague, aLesson, begin, playBy, ring } from "#test/lessons.ts";
import { stepsTaken } from "#test/plans-of.ts";
import { aClass, badgesOf, codeOn, scan } from "#test/school-class.ts";
import type { SchoolClass } from "#test/school-class.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";
import { rankClasses } from "./queries.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function overviews(desk: Browser): Promise<ClassOverviews> {
  const { status, body, text } = await desk.call(listClassOverviews);
  expect(status, text).toBe(200);
  return classOverviews.parse(body);
}

const overview = async (desk: Browser): Promise<ClassOverview | undefined> => (await overviews(desk)).classes[0];

/** Sets when badges expire: all of a class, or those of an account in it. */
async function expireBadgesIn(of: { account?: string; group: string }, days: number): Promise<void> {
  await portal.context.database
    .updateTable("badges")
    .set({ expires_at: new Date(Date.now() + days * 24 * 3600_000) })
    .where("player_group_id", "=", of.group)
    .$if(of.account !== undefined, (query) => query.where("account_id", "=", of.account ?? ""))
    .execute();
}

/** Another class of the same teacher. */
async function anotherClass({ organization, teacher }: SchoolClass, name: string): Promise<string> {
  const { id } = await aPlayerGroup(portal, { organization, rights: [{ account: teacher, level: "OWNER" }] });
  await portal.context.database.updateTable("player_groups").set({ name }).where("id", "=", id).execute();
  return id;
}

describe("an overview of a class", () => {
  test("says how many students have no badge", async () => {
    const school = await aClass(portal);
    const about = { playerGroupId: school.group.id, groupName: "2A", organizationId: school.organization.id, rightsType: "OWNER" };
    expect(await overviews(school.desk)).toEqual({ classes: [{ ...about, students: 2, withoutBadge: 2 }], total: 1 });
    await badgesOf(school, school.students[0]?.id);
    expect(await overview(school.desk)).toEqual({ ...about, students: 2, withoutBadge: 1 });
  });

  test("counts only students: no adult who plays, no deactivated account, no player without an account", async () => {
    const school = await aClass(portal, { students: ["Ida", "Jon", "Kim"] });
    const { database } = portal.context;
    const [ida = "", jon = ""] = school.students.map(({ id }) => id);
    await database
      .insertInto("account_roles")
      .values({ account_id: ida, role_key: "teacher", organization_id: school.organization.id })
      .execute();
    await database.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", jon).execute();
    const { id: player_id } = await database
      .insertInto("players")
      .values({ organization_id: school.organization.id, name: "Guest" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await database.insertInto("player_group_players").values({ player_group_id: school.group.id, player_id }).execute();
    expect(await overview(school.desk)).toMatchObject({ students: 1, withoutBadge: 1 });
  });

  test("does not miss the badge of a student who may not have one", async () => {
    const school = await aClass(portal);
    const { database } = portal.context;
    await database
      .deleteFrom("account_login_types")
      .where("account_id", "=", school.students[0]?.id ?? "")
      .execute();
    expect(await overview(school.desk)).toMatchObject({ students: 2, withoutBadge: 1 });
  });

  test("counts badges that end within 30 days, urgently within 7; an expired badge is missing", async () => {
    const school = await aClass(portal);
    const [nora, emil] = school.students.map(({ id }) => id);
    const group = school.group.id;
    await badgesOf(school);
    await expireBadgesIn({ group }, 31);
    expect(await overview(school.desk)).not.toHaveProperty("badgesEnd");
    await expireBadgesIn({ group, account: nora ?? "" }, 29);
    expect(await overview(school.desk)).toMatchObject({ badgesEnd: { count: 1, isUrgent: false }, withoutBadge: 0 });
    await expireBadgesIn({ group, account: emil ?? "" }, 6);
    const { badgesEnd } = (await overview(school.desk)) ?? {};
    expect(badgesEnd).toMatchObject({ count: 2, isUrgent: true });
    expect(Date.parse(badgesEnd?.first ?? "") - Date.now()).toBeLessThan(6.1 * 24 * 3600_000);
    await expireBadgesIn({ group, account: emil ?? "" }, -1);
    expect(await overview(school.desk)).toMatchObject({ badgesEnd: { count: 1, isUrgent: false }, withoutBadge: 1 });
  });

  test("has the running lesson and the number of children who need help, until the bell", async () => {
    const school = await aLesson(portal, { students: ["Ida", "Jon", "Kim"] });
    const lessonIs = async () => (await overview(school.desk))?.lesson;
    expect(await lessonIs()).toEqual({ endsAt: school.lesson.endsAt, needHelp: 0 });
    const call = { params: { lessonId: school.lesson.id }, body: { studentUserId: school.students[0]?.id } };
    expect((await school.desk.call(giveLessonCode, call)).status).toBe(201);
    await playBy(portal, school, school.badge("Jon"));
    expect(await lessonIs()).toMatchObject({ needHelp: 0 });
    await portal.clock.travel(5 * 60);
    expect(await lessonIs()).toMatchObject({ needHelp: 1 });
    await ring(school.desk, school.lesson);
    expect(await lessonIs()).toBeUndefined();
  });

  test("has no lesson whose time is over", async () => {
    const school = await aLesson(portal, { minutes: 30 });
    await portal.clock.travel(30 * 60 + 1);
    expect(await overview(school.desk)).not.toHaveProperty("lesson");
  });

  test("does not mix the children of two lessons", async () => {
    const [one, other] = [await aLesson(portal), await aLesson(portal)];
    await one.desk.call(giveLessonCode, { params: { lessonId: one.lesson.id }, body: { studentUserId: one.students[0]?.id } });
    await portal.clock.travel(5 * 60);
    const found = await helpNeededIn(portal.context.database, [one.group.id, other.group.id]);
    expect([found.get(one.group.id)?.needHelp, found.get(other.group.id)?.needHelp]).toEqual([1, 0]);
  });

  test.each(["READ", "PLAY", "MODIFY", "OWNER"] as const)("names the level %s", async (level) => {
    const school = await aClass(portal);
    expect(await overview(await aColleague(portal, school, level))).toMatchObject({ rightsType: level });
  });
});

describe("the classes of the start page", () => {
  test("are those with a running lesson, then those that need attention, then those last used, then by name", async () => {
    const school = await aClass(portal, { students: ["Nora"] });
    const [c1, b1] = [await anotherClass(school, "C1"), await anotherClass(school, "B1")];
    await anotherClass(school, "1A");
    const order = async () => (await overviews(school.desk)).classes.map(({ groupName }) => groupName);
    // 2A has a student without a badge.
    expect(await order()).toEqual(["2A", "1A", "B1", "C1"]);
    const [badge] = await badgesOf(school);
    expect(await order()).toEqual(["1A", "2A", "B1", "C1"]);
    await scan(portal.browser(), codeOn(badge));
    expect(await order()).toEqual(["2A", "1A", "B1", "C1"]);
    await begin({ desk: school.desk, group: { id: c1 } });
    expect(await order()).toEqual(["C1", "2A", "1A", "B1"]);
    await begin({ desk: school.desk, group: { id: b1 } });
    expect(await order()).toEqual(["B1", "C1", "2A", "1A"]);
  });

  test("begin with badges that end soon, before a class that was used", async () => {
    const [used, ending] = [await aClass(portal, { students: ["Nora"] }), await aClass(portal, { students: ["Emil"] })];
    const desk = await aColleague(portal, used, "READ");
    const { accountId } = (await desk.call(validateAuth)).body as { accountId: string };
    const { database } = portal.context;
    await database.insertInto("organization_members").values({ account_id: accountId, organization_id: ending.organization.id }).execute();
    await database
      .insertInto("account_roles")
      .values({ account_id: accountId, role_key: "teacher", organization_id: ending.organization.id })
      .execute();
    const right = { account_id: accountId, player_group_id: ending.group.id, rights_level: "READ" as const };
    await database.insertInto("account_player_group_rights").values(right).execute();
    // A session that is set to one school lists the classes of that school alone.
    await database.updateTable("sessions").set({ organization_id: null }).where("account_id", "=", accountId).execute();
    const order = async () => (await overviews(desk)).classes.map(({ playerGroupId }) => playerGroupId);
    await badgesOf(ending);
    await scan(portal.browser(), codeOn((await badgesOf(used))[0]));
    expect(await order()).toEqual([used.group.id, ending.group.id]);
    await expireBadgesIn({ group: ending.group.id }, 20);
    expect(await order()).toEqual([ending.group.id, used.group.id]);
  });

  test("are twelve at the most, with the number of all; a manager of members has all classes of the school", async () => {
    const { organization, office } = await aManagedSchool(portal);
    for (let index = 0; index < 13; index++) await aPlayerGroup(portal, { organization });
    const { classes, total } = await overviews(office);
    expect(classes).toHaveLength(12);
    expect(total).toBe(13);
    expect(classes[0]).toMatchObject({ rightsType: "OWNER", organizationId: organization.id });
  });

  test("include rights by a user group; leave out archived classes, NONE, and those of schools without the permission", async () => {
    const [organization, elsewhere] = [await anOrganization(portal), await anOrganization(portal)];
    const teacher = await anAccount(portal, {
      memberships: [
        { organization, roles: ["teacher"] },
        { organization: elsewhere, roles: ["member"] },
      ],
    });
    const given = await aPlayerGroup(portal, { organization });
    await aUserGroup(portal, { organization, rights: [{ group: given, level: "PLAY" }], members: [{ account: teacher }] });
    await aPlayerGroup(portal, { organization, rights: [{ account: teacher, level: "NONE" }] });
    await aPlayerGroup(portal, { organization: elsewhere, rights: [{ account: teacher, level: "OWNER" }] });
    const desk = await aSession(portal, teacher, { loginType: "PASSWORD" });
    const archived = await aPlayerGroup(portal, { organization, rights: [{ account: teacher, level: "OWNER" }] });
    expect((await overviews(desk)).total).toBe(2);
    await desk.call(editPlayerGroup, { params: { playerGroupId: archived.id }, body: { version: 1, archived: true } });
    const { classes, total } = await overviews(desk);
    expect(classes.map(({ playerGroupId, rightsType }) => [playerGroupId, rightsType])).toEqual([[given.id, "PLAY"]]);
    expect(total).toBe(1);
  });

  test("of an administrator are those of the administrator's own schools, not of all", async () => {
    const school = await aClass(portal);
    const admin = await anAccount(portal, {
      platformRoles: ["admin"],
      memberships: [{ organization: school.organization, roles: ["teacher"] }],
    });
    const stranger = await anAccount(portal, { platformRoles: ["admin"] });
    const [own, none] = [
      await aSession(portal, admin, { loginType: "PASSWORD" }),
      await aSession(portal, stranger, { loginType: "PASSWORD" }),
    ];
    expect((await overviews(own)).classes.map(({ playerGroupId }) => playerGroupId)).toEqual([school.group.id]);
    expect(await overviews(none)).toEqual({ classes: [], total: 0 });
  });

  test("of a session that is set to one school are those of that school", async () => {
    const [one, other] = [await anOrganization(portal), await anOrganization(portal)];
    const account = await anAccount(portal, {
      memberships: [
        { organization: one, roles: ["teacher"] },
        { organization: other, roles: ["teacher"] },
      ],
    });
    const here = await aPlayerGroup(portal, { organization: one, rights: [{ account, level: "OWNER" }] });
    await aPlayerGroup(portal, { organization: other, rights: [{ account, level: "OWNER" }] });
    const desk = await aSession(portal, account, { loginType: "PASSWORD", organizationId: one.id });
    expect((await overviews(desk)).classes.map(({ playerGroupId }) => playerGroupId)).toEqual([here.id]);
  });

  test("need the permission manage_players: 403 without it, 401 without a login", async () => {
    const organization = await anOrganization(portal);
    const member = await anAccount(portal, { memberships: [{ organization, roles: ["member"] }] });
    const desk = await aSession(portal, member, { loginType: "PASSWORD" });
    expect((await desk.call(listClassOverviews)).status).toBe(403);
    expect((await portal.browser().call(listClassOverviews)).status).toBe(401);
  });
});

describe("with ten thousand classes, of which a hundred are the caller's", () => {
  let own: string[];
  beforeAll(async () => {
    await portal.store.withScripts(async (run) => {
      // Without triggers, which tell boards of each row.
      await run("set session_replication_role = replica");
      await run("insert into organizations (key, description) select 'Crowd-' || i, 'A school' from generate_series(1, 100) i");
      await run(`insert into player_groups (organization_id, name)
        select id, key || ' ' || i from organizations, generate_series(1, 100) i where key like 'Crowd-%'`);
      await run(`create temp table crowd as
        select gen_random_uuid() as account_id, gen_random_uuid() as player_id, g.id as player_group_id, g.organization_id, i as place
        from player_groups g, generate_series(1, 8) i where g.name like 'Crowd-%'`);
      await run("insert into players (id, organization_id, name) select player_id, organization_id, 'Child' from crowd");
      await run("insert into player_group_players (player_group_id, player_id) select player_group_id, player_id from crowd");
      await run("insert into accounts (id, display_name, status, activated_at) select account_id, 'Child', 'ACTIVE', now() from crowd");
      await run("insert into account_players (account_id, player_id) select account_id, player_id from crowd");
      await run("insert into account_login_types (account_id, login_type) select account_id, 'QRCODE' from crowd");
      await run("insert into organization_members (account_id, organization_id) select account_id, organization_id from crowd");
      await run(`insert into account_roles (account_id, role_key, organization_id)
        select account_id, 'student', organization_id from crowd`);
      // One student of each class has no badge, so that the ranking looks for a missing badge in every class.
      await run(`insert into badges (account_id, player_group_id, digest, sealed_code, expires_at)
        select account_id, player_group_id, decode(md5(account_id::text) || md5(player_id::text), 'hex'), '', now() + interval '60 days'
        from crowd where place < 8`);
      await run("vacuum analyze");
    });
    const { database } = portal.context;
    const groups = await database.selectFrom("player_groups").select("id").where("name", "like", "Crowd-7 %").execute();
    own = groups.map(({ id }) => id);
  }, 180_000);

  test.each([
    ["ranking", (database: Database) => rankClasses(database, { groupIds: own, most: 12 })],
    ["counting badges", (database: Database) => summarizeBadges(database, own.slice(0, 12))],
    ["counting help", (database: Database) => helpNeededIn(database, own.slice(0, 12))],
  ] as const)("%s reads no table from end to end", async (_, ask) => {
    const steps = await stepsTaken(portal.context.database, ask);
    expect(steps.length).toBeGreaterThan(0);
    const large = [
      "accounts",
      "account_players",
      "account_login_types",
      "account_roles",
      "badges",
      "organization_members",
      "player_groups",
      "player_group_players",
    ];
    const scans = steps.filter((step) => step["Node Type"] === "Seq Scan" && large.includes(String(step["Relation Name"])));
    expect(scans.map((step) => step["Relation Name"])).toEqual([]);
  });
});
