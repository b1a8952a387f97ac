/** A call does nothing by a right that another call on the class takes meanwhile. Locks are taken in the order of ARCHITECTURE.md. */
import type { Transaction } from "kysely";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { undoClassImport } from "@storyport/contract/class-imports";
import { moveStudents } from "@storyport/contract/class-moves";
import { giveLessonCode, startLesson } from "@storyport/contract/lessons";
import { editPlayerGroup, setPlayerGroupRight } from "@storyport/contract/player-groups";
import { createStudent } from "@storyport/contract/players";
import { issueBadges, issueOneTimeCodes, reprintBadges, voidBadges, voidOneTimeCodes } from "@storyport/contract/qr-login";
import { acceptTransfer, openTransfer } from "@storyport/contract/transfers";
import type { Tables } from "#/platform/database/tables.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { aPlayerGroup, aSession, anAccount } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { importList, orderOf, send, verdictsOf } from "#test/class-imports.ts";
import { begin, ring } from "#test/lessons.ts";
import { meanwhile, meanwhileInClass, meanwhileInGroup } from "#test/meanwhile.ts";
import { aClass } from "#test/school-class.ts";
import type { SchoolClass } from "#test/school-class.ts";
import { aUserGroup } from "#test/user-groups.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const params = ({ group }: Pick<SchoolClass, "group">) => ({ playerGroupId: group.id });

/** What the call that holds the class does before it ends. */
const takeRight = (accountId: string, groupId: string) => (transaction: Transaction<Tables>) =>
  transaction
    .deleteFrom("account_player_group_rights")
    .where("account_id", "=", accountId)
    .where("player_group_id", "=", groupId)
    .execute();

async function aSecondClass({ organization, teacher }: SchoolClass): Promise<string> {
  return (await aPlayerGroup(portal, { organization, rights: [{ account: teacher, level: "OWNER" }] })).id;
}

const move =
  ({ desk, students }: SchoolClass, fromId: string, toId: string) =>
  () =>
    desk.call(moveStudents, {
      params: { playerGroupId: fromId },
      body: { studentUserIds: students.map(({ id }) => id), target: { playerGroupId: toId } },
    });

describe("a teacher who loses the class meanwhile", () => {
  test.each<[string, (school: SchoolClass) => Promise<() => Promise<Answer>>]>([
    ["starts no lesson", async (school) => () => school.desk.call(startLesson, { params: params(school), body: { minutes: 45 } })],
    [
      "gives no code in a lesson",
      async (school) => {
        const { id: lessonId } = await begin(school);
        const studentUserId = school.students[0]?.id ?? "";
        return () => school.desk.call(giveLessonCode, { params: { lessonId }, body: { studentUserId } });
      },
    ],
    ["issues no badges", async (school) => () => school.desk.call(issueBadges, { params: params(school), body: {} })],
    ["voids no badges", async (school) => () => school.desk.call(voidBadges, { params: params(school), body: {} })],
    [
      "prints no badges again",
      async (school) => {
        expect((await school.desk.call(issueBadges, { params: params(school), body: {} })).status).toBe(201);
        return () => school.desk.call(reprintBadges, { params: params(school), body: {} });
      },
    ],
    ["issues no codes", async (school) => () => school.desk.call(issueOneTimeCodes, { params: params(school), body: {} })],
    ["voids no codes", async (school) => () => school.desk.call(voidOneTimeCodes, { params: params(school), body: {} })],
    [
      "creates no student",
      async ({ desk, group }) =>
        () =>
          desk.call(createStudent, { body: { studentName: "Al", groupId: group.id } }),
    ],
    [
      "renames nothing",
      async (school) => () => school.desk.call(editPlayerGroup, { params: params(school), body: { version: 1, name: "3A" } }),
    ],
    [
      "archives nothing",
      async (school) => () => school.desk.call(editPlayerGroup, { params: params(school), body: { version: 1, archived: true } }),
    ],
    ["moves nobody out of it", async (school) => move(school, school.group.id, await aSecondClass(school))],
    ["moves nobody into it", async (school) => move(school, await aSecondClass(school), school.group.id)],
    [
      "imports no list",
      async ({ desk, group }) => {
        const list = { playerGroupId: group.id, rows: [{ name: "Al" }] };
        const order = orderOf(list, await verdictsOf(desk, list));
        return () => send(desk, order);
      },
    ],
    [
      "undoes no list",
      async ({ desk, group }) => {
        const { id: importId } = await importList(desk, { playerGroupId: group.id, rows: [{ name: "Al" }] });
        return () => desk.call(undoClassImport, { params: { importId }, body: {} });
      },
    ],
    [
      "rings no bell",
      async (school) => {
        const lesson = await begin(school);
        return () => ring(school.desk, lesson);
      },
    ],
    [
      "offers no student to another school",
      async (school) => () => school.desk.call(openTransfer, { params: params(school), body: { studentUserId: school.students[0]?.id } }),
    ],
    [
      "accepts no student of another school",
      async ({ desk, group }) => {
        const from = await aClass(portal);
        const opened = await from.desk.call(openTransfer, { params: params(from), body: { studentUserId: from.students[0]?.id } });
        const token = openTransfer.response.parse(opened.body).link.split("/").at(-1);
        return () => desk.call(acceptTransfer, { body: { token, playerGroupId: group.id } });
      },
    ],
  ])("%s: errors.notFound", async (_, prepare) => {
    const school = await aClass(portal);
    const { group } = school;
    const call = await prepare(school);
    const answer = await meanwhileInClass(portal, { group, happens: takeRight(school.teacher.id, group.id), call });
    expect(answer).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
  });

  test("imports no list that names the class: errors.importChanged", async () => {
    const school = await aClass(portal);
    const { desk, group, organization } = school;
    await desk.call(editPlayerGroup, { params: params(school), body: { version: 1, name: "Owls" } });
    const list = { organizationId: organization.id, rows: [{ name: "Al", className: "Owls" }] };
    const order = orderOf(list, await verdictsOf(desk, list));
    const call = () => send(desk, order);
    const answer = await meanwhileInClass(portal, { group, happens: takeRight(school.teacher.id, group.id), call });
    expect(answer).toMatchObject({ status: 409, body: { code: "errors.importChanged" } });
  });

  test("imports no list into two classes that swap their names: errors.importChanged", async () => {
    const school = await aClass(portal);
    const { desk, group, organization } = school;
    const other = await aSecondClass(school);
    const rename = (id: string, name: string) => (database: TestPortal["context"]["database"]) =>
      database.updateTable("player_groups").set({ name }).where("id", "=", id).execute();
    await rename(group.id, "Owls")(portal.context.database);
    await rename(other, "Larks")(portal.context.database);
    const rows = [
      { name: "Al", className: "Owls" },
      { name: "Bo", className: "Larks" },
    ];
    const list = { organizationId: organization.id, rows };
    const order = orderOf(list, await verdictsOf(desk, list));
    const happens = async (transaction: Transaction<Tables>) => {
      await rename(group.id, "Larks")(transaction);
      await rename(other, "Owls")(transaction);
    };
    const answer = await meanwhileInClass(portal, { group, happens, call: () => send(desk, order) });
    expect(answer).toMatchObject({ status: 409, body: { code: "errors.importChanged" } });
  });

  test("imports no list into a class that was not locked, because it got its name back meanwhile: errors.importChanged", async () => {
    const school = await aClass(portal);
    const { desk, group, organization } = school;
    const other = await aSecondClass(school);
    const name = async (database: TestPortal["context"]["database"], names: [string, string]) => {
      for (const [index, id] of [group.id, other].entries()) {
        await database.updateTable("player_groups").set({ name: names[index] }).where("id", "=", id).execute();
      }
    };
    await name(portal.context.database, ["Larks", "Owls"]);
    const list = { organizationId: organization.id, rows: [{ name: "Al", className: "Owls" }] };
    const order = orderOf(list, await verdictsOf(desk, list));
    await name(portal.context.database, ["Owls", "Larks"]);
    const happens = (transaction: Transaction<Tables>) => name(transaction, ["Larks", "Owls"]);
    const answer = await meanwhileInClass(portal, { group, happens, call: () => send(desk, order) });
    expect(answer).toMatchObject({ status: 409, body: { code: "errors.importChanged" } });
  });

  test("acts either before the right goes or not at all, under fifty calls at once", async () => {
    const school = await aClass(portal, { students: ["Nora"] });
    const studentUserId = school.students[0]?.id ?? "";
    const account = await anAccount(portal, { memberships: [{ organization: school.organization, roles: ["teacher"] }] });
    const colleague = await aSession(portal, account, { loginType: "PASSWORD", organizationId: school.organization.id });
    const give = (rightsType: "MODIFY" | "NONE") =>
      school.desk.call(setPlayerGroupRight, { params: params(school), body: { accountId: account.id, rightsType } });
    expect((await give("MODIFY")).status).toBe(200);
    const issue = () => colleague.call(issueBadges, { params: params(school), body: { studentUserId } });
    const early = Array.from({ length: 25 }, issue);
    const taken = give("NONE");
    const answers = await Promise.all([...early, ...Array.from({ length: 25 }, issue)]);
    expect((await taken).status).toBe(200);
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 404)).toEqual([]);
    const { rows } = await sql<{ event: string }>`
      select event from audit_events where (event = 'badge_issued' and target_id = ${studentUserId}::uuid)
        or (event = 'player_group_right_set' and target_id = ${school.group.id}::uuid) order by id`.execute(portal.context.database);
    const events = rows.map(({ event }) => event);
    expect(events.filter((event) => event === "badge_issued")).toHaveLength(answers.filter(({ status }) => status === 201).length);
    expect(events.at(-1)).toBe("player_group_right_set");
    expect((await issue()).status).toBe(404);
  });
});

describe("a call that sets a right waits for its holder before it locks the class", () => {
  const give = (desk: Browser, school: SchoolClass, holder: { accountId: string } | { userGroupId: string }) =>
    desk.call(setPlayerGroupRight, { params: params(school), body: { ...holder, rightsType: "READ" } });
  /** Fails while another call holds the class. */
  const holdClass = (school: SchoolClass) => (transaction: Transaction<Tables>) =>
    sql`select from player_groups where id = ${school.group.id}::uuid for no key update nowait`.execute(transaction);
  const nothing = async () => undefined;

  test("a member", async () => {
    const school = await aClass(portal);
    const account = await anAccount(portal, { memberships: [{ organization: school.organization, roles: ["teacher"] }] });
    const race = { account, happens: nothing, goesOn: holdClass(school), call: () => give(school.desk, school, { accountId: account.id }) };
    expect((await meanwhile(portal, race)).status).toBe(200);
  });

  test("a user group", async () => {
    const school = await aClass(portal);
    const group = await aUserGroup(portal, { organization: school.organization });
    const race = { group, happens: nothing, goesOn: holdClass(school), call: () => give(school.desk, school, { userGroupId: group.id }) };
    expect((await meanwhileInGroup(portal, race)).status).toBe(200);
    expect(await eventsAbout(portal, school.group.id)).toHaveLength(1);
  });
});
