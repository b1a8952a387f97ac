import { listClassImports, reprintClassImport, undoClassImport } from "@storyport/contract/class-imports";
import type { ClassImport } from "@storyport/contract/class-imports";
import { getPlayerGroup, setPlayerGroupRight } from "@storyport/contract/player-groups";
import { createStudent, editPlayer } from "@storyport/contract/players";
import { issueBadges, issueOneTimeCodes, listBadges, reprintBadges } from "@storyport/contract/qr-login";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aSession, anAccount } from "#test/builders.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { codeIn, importList, manyNames, orderOf, send, verdictsOf } from "#test/class-imports.ts";
import { begin } from "#test/lessons.ts";
import { meanwhile } from "#test/meanwhile.ts";
import { aClass, codeOn, scan } from "#test/school-class.ts";
import type { SchoolClass } from "#test/school-class.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const undo = (desk: Browser, importId: string) => desk.call(undoClassImport, { params: { importId }, body: {} });

async function listed(desk: Browser, playerGroupId?: string): Promise<ClassImport[]> {
  const answer = await desk.call(listClassImports, { query: playerGroupId === undefined ? {} : { playerGroupId } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as ClassImport[];
}

/** A class with Emil, and a list that adds Nora Unmistakable and Bo there and Li in a new class. */
async function anImport(parts: { level?: "OWNER" | "MODIFY" } = {}) {
  const school = await aClass(portal, { students: ["Emil"], ...parts });
  const rows = [{ name: "Nora Unmistakable", externalId: "unmistakable-1" }, { name: "Bo" }, { name: "Li", className: "9B" }];
  const list = { playerGroupId: school.group.id, rows };
  const result = await importList(school.desk, list);
  const { database } = portal.context;
  const studentsOf = database.selectFrom("class_import_students").selectAll().where("class_import_id", "=", result.id);
  const nora = result.badges.find(({ displayName }) => displayName.startsWith("Nora"));
  const playerId = (await studentsOf.where("account_id", "=", nora?.userId ?? "").executeTakeFirstOrThrow()).player_id;
  const newClass = result.classes.find(({ isNew }) => isNew)?.playerGroupId ?? "";
  return { ...school, list, result, nora, playerId, newClass };
}

type Import = Awaited<ReturnType<typeof anImport>>;

async function aColleague({ organization, group }: SchoolClass, level: "READ" | "MODIFY") {
  const colleague = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
  const right = { account_id: colleague.id, player_group_id: group.id, rights_level: level };
  await portal.context.database.insertInto("account_player_group_rights").values(right).execute();
  return { colleague, browser: await aSession(portal, colleague, { loginType: "PASSWORD", organizationId: organization.id }) };
}

/** The names of the tables that contain `pattern`. */
async function tablesHolding(pattern: RegExp): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(
    portal.context.database,
  );
  const holding: string[] = [];
  for (const { name } of rows) {
    const all = await sql`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(portal.context.database);
    if (all.rows.some((row) => pattern.test(JSON.stringify(row)))) holding.push(name);
  }
  return holding;
}

describe("undoClassImport", () => {
  test("erases the students and their badges, removes the classes it created, and leaves the others as they were", async () => {
    const { desk, group, result, nora, list, newClass } = await anImport();
    expect(await tablesHolding(/unmistakable/i)).toEqual(["accounts", "players"]);
    expect((await undo(desk, result.id)).status).toBe(204);
    const { body } = await desk.call(listBadges, { params: { playerGroupId: group.id } });
    expect((body as { students: object[] }).students).toMatchObject([{ displayName: "Emil" }]);
    expect(codeIn(await desk.call(getPlayerGroup, { params: { playerGroupId: newClass } }))).toBe("errors.notFound");
    expect((await scan(portal.browser(), codeOn(nora))).status).toBe(401);
    expect(await tablesHolding(/unmistakable/i)).toEqual([]);
    const { database } = portal.context;
    expect(await database.selectFrom("class_import_students").selectAll().where("class_import_id", "=", result.id).execute()).toEqual([]);
    // The list can be imported again, with the same external id.
    expect((await verdictsOf(desk, list)).map(({ verdict }) => verdict)).toEqual(["new", "new", "new"]);
  });

  test("records the end of the lesson of a class that it removes", async () => {
    const { desk, result, newClass } = await anImport();
    await begin({ desk, group: { id: newClass } });
    expect((await undo(desk, result.id)).status).toBe(204);
    const events = (await eventsAbout(portal, newClass)).map(({ event }) => event).toReversed();
    expect(events.slice(-3)).toEqual(["lesson_started", "lesson_ended", "class_import_undone"]);
  });

  test("one of fifty calls undoes it, the others get errors.importUndone", async () => {
    const { desk, result } = await anImport();
    const answers = await Promise.all(Array.from({ length: 50 }, () => undo(desk, result.id)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter((answer) => codeIn(answer) === "errors.importUndone")).toHaveLength(49);
  });

  const touches: [string, string, (school: Import) => Promise<unknown>][] = [
    ["a student logged in by badge", "errors.importStudentPresent", ({ nora }) => scan(portal.browser(), codeOn(nora))],
    [
      "a student was renamed",
      "errors.importStudentChanged",
      ({ desk, playerId }) => desk.call(editPlayer, { params: { playerId }, body: { version: 1, playerName: "Nora B" } }),
    ],
    [
      "a student was moved to another class",
      "errors.importStudentChanged",
      ({ playerId, newClass }) =>
        portal.context.database
          .updateTable("player_group_players")
          .set({ player_group_id: newClass })
          .where("player_id", "=", playerId)
          .execute(),
    ],
    [
      "a student got a new badge",
      "errors.importBadgeChanged",
      ({ desk, group, nora }) => desk.call(issueBadges, { params: { playerGroupId: group.id }, body: { studentUserId: nora?.userId } }),
    ],
    [
      "a student got a one-time code",
      "errors.importBadgeChanged",
      ({ desk, group, nora }) =>
        desk.call(issueOneTimeCodes, { params: { playerGroupId: group.id }, body: { studentUserId: nora?.userId } }),
    ],
    [
      "another student joined a class that it created",
      "errors.importClassGrown",
      ({ desk, newClass }) => desk.call(createStudent, { body: { studentName: "Al", groupId: newClass } }),
    ],
    ["a day has passed", "errors.importTooOld", () => portal.clock.travel(24 * 3600 + 1)],
  ];

  test.each(touches)("is refused after %s: %s", async (_, code, touch) => {
    const school = await anImport();
    await touch(school);
    // After a day the undo needs a recent login, which the former session has no more.
    const desk = await aSession(portal, school.teacher, { loginType: "PASSWORD", organizationId: school.organization.id });
    expect(codeIn(await undo(desk, school.result.id))).toBe(code);
    expect((await listed(desk, school.group.id))[0]).toMatchObject({ id: school.result.id, obstacle: code });
    const { body } = await desk.call(listBadges, { params: { playerGroupId: school.newClass } });
    expect(JSON.stringify(body)).toContain("Li");
  });

  test.each<[string, (school: Import) => Promise<Answer>]>([
    ["printed again", ({ desk, group }) => desk.call(reprintBadges, { params: { playerGroupId: group.id }, body: {} })],
    [
      "beside a new student in an older class",
      ({ desk, group }) => desk.call(createStudent, { body: { studentName: "Al", groupId: group.id } }),
    ],
  ])("is possible %s", async (_, happen) => {
    const school = await anImport();
    const { status, text } = await happen(school);
    expect(status, text).toBeLessThan(300);
    expect((await undo(school.desk, school.result.id)).status).toBe(204);
  });

  test("runs before or after a badge login, never in between", async () => {
    for (let round = 0; round < 5; round++) {
      const { desk, result, nora } = await anImport();
      const [undone, login] = await Promise.all([undo(desk, result.id), scan(portal.browser(), codeOn(nora))]);
      expect([undone.status, login.status].join()).toMatch(/^(204,401|409,200)$/);
    }
  });

  test("leaves the class free while it waits for a student, so that a seat given meanwhile cannot deadlock with it", async () => {
    const { desk, result, nora, group } = await anImport();
    const answer = await meanwhile(portal, {
      account: { id: nora?.userId ?? "" },
      happens: async () => undefined,
      goesOn: (transaction) => sql`select from player_groups where id = ${group.id}::uuid for no key update nowait`.execute(transaction),
      call: () => undo(desk, result.id),
    });
    expect(answer.status).toBe(204);
  });

  test("of an undo and a call that adds a student to its new class, one succeeds", async () => {
    for (let round = 0; round < 5; round++) {
      const { desk, result, newClass } = await anImport();
      const body = { studentName: "Al", groupId: newClass };
      const [undone, created] = await Promise.all([undo(desk, result.id), desk.call(createStudent, { body })]);
      expect([undone.status, created.status].join()).toMatch(/^(204,404|409,201)$/);
    }
  });

  test("needs MODIFY on each class and OWNER on those that it removes; another school's import is not found", async () => {
    const school = await anImport();
    const { browser, colleague } = await aColleague(school, "MODIFY");
    expect(codeIn(await undo(browser, school.result.id))).toBe("errors.notFound");
    const give = (rightsType: string) =>
      school.desk.call(setPlayerGroupRight, { params: { playerGroupId: school.newClass }, body: { accountId: colleague.id, rightsType } });
    await give("MODIFY");
    expect(codeIn(await undo(browser, school.result.id))).toBe("errors.notAllowed");
    expect(await listed(browser, school.group.id)).toMatchObject([{ obstacle: "errors.notAllowed" }]);
    const other = await aClass(portal);
    expect(codeIn(await undo(other.desk, school.result.id))).toBe("errors.notFound");
    await give("OWNER");
    expect((await undo(browser, school.result.id)).status).toBe(204);
  });

  test("an undone import is neither printed nor sent again", async () => {
    const { desk, group } = await aClass(portal, { students: [] });
    const list = { playerGroupId: group.id, rows: [{ name: "Nora" }] };
    const order = orderOf(list, await verdictsOf(desk, list));
    await send(desk, order);
    await undo(desk, order.id);
    expect(codeIn(await desk.call(reprintClassImport, { params: { importId: order.id }, body: {} }))).toBe("errors.importUndone");
    expect(codeIn(await send(desk, order))).toBe("errors.importUndone");
  });

  test("500 students are undone at once", async () => {
    const { desk, group } = await aClass(portal, { students: [] });
    const rows = manyNames(500).map((name) => ({ name }));
    const { id } = await importList(desk, { playerGroupId: group.id, rows });
    expect((await undo(desk, id)).status).toBe(204);
  });
});

describe("listClassImports", () => {
  test("says who imported how many, and until when it can be undone, to a colleague with READ too", async () => {
    const school = await anImport();
    const { browser } = await aColleague(school, "READ");
    const [mine, theirs] = [await listed(school.desk), await listed(browser, school.group.id)];
    const entry = { id: school.result.id, importedBy: "Kim Person", students: 3, undoableUntil: school.result.undoableUntil };
    expect(mine).toMatchObject([entry]);
    expect(mine[0]).not.toHaveProperty("obstacle");
    expect(theirs).toMatchObject([{ ...entry, obstacle: "errors.notAllowed" }]);
    const day = 24 * 3_600_000;
    expect(Date.parse(school.result.undoableUntil) - Date.parse(mine[0]?.createdAt ?? "")).toBe(day);
  });

  test("another school's class: errors.notFound", async () => {
    const [school, other] = [await anImport(), await aClass(portal)];
    const answer = await other.desk.call(listClassImports, { query: { playerGroupId: school.group.id } });
    expect(codeIn(answer)).toBe("errors.notFound");
    expect(await listed(other.desk)).toEqual([]);
  });
});
