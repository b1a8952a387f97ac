import { importClass, reprintClassImport, undoClassImport } from "@storyport/contract/class-imports";
import type { ImportResult } from "@storyport/contract/class-imports";
import { limits } from "@storyport/contract/limits";
import { getPlayerGroup } from "@storyport/contract/player-groups";
import { listBadges } from "@storyport/contract/qr-login";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStudent } from "@storyport/contract/players";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { codeIn, importList, manyNames, orderOf, send, verdictsOf } from "#test/class-imports.ts";
import { aColleague } from "#test/lessons.ts";
import { aClass, codeOn, scan } from "#test/school-class.ts";
import type { SchoolClass } from "#test/school-class.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const rowsOf = (...names: string[]) => names.map((name) => ({ name }));

/** The names of the students of a class, as its page lists them. */
async function namesIn({ desk }: Pick<SchoolClass, "desk">, playerGroupId: string): Promise<string[]> {
  const { body } = await desk.call(listBadges, { params: { playerGroupId } });
  return (body as { students: { displayName: string }[] }).students.map(({ displayName }) => displayName);
}

describe("importClass", () => {
  test("adds each new row as a student with a badge that logs in, and keeps the external id as given", async () => {
    const school = await aClass(portal, { students: ["Emil"] });
    const { desk, group, organization } = school;
    const list = { playerGroupId: group.id, rows: [{ name: " <b>Åse</b>  Marie", externalId: " aB-7 " }, { name: "Bo" }] };
    const result = await importList(desk, list);
    expect(result).toMatchObject({ students: 2, classes: [{ playerGroupId: group.id, groupName: "2A", isNew: false, students: 2 }] });
    expect(await namesIn(school, group.id)).toEqual(["Bo", "Emil", "Åse Marie"]);
    const badge = result.badges.find(({ displayName }) => displayName === "Åse Marie");
    expect(badge).toMatchObject({ groupName: "2A" });
    expect(result.badges).toHaveLength(2);
    for (const each of result.badges)
      expect(await scan(portal.browser(), codeOn(each))).toMatchObject({ status: 200, body: { displayName: each.displayName } });
    const { database } = portal.context;
    const ids = await database
      .selectFrom("players")
      .select("external_id")
      .where("external_id", "is not", null)
      .where("organization_id", "=", organization.id)
      .execute();
    expect(ids).toEqual([{ external_id: "aB-7" }]);
    const account = database
      .selectFrom("accounts")
      .selectAll()
      .where("id", "=", badge?.userId ?? "");
    expect(await account.executeTakeFirstOrThrow()).toMatchObject({
      email: null,
      status: "ACTIVE",
      password_hash: null,
      default_locale: "en",
    });
    const roles = await database
      .selectFrom("account_roles")
      .selectAll()
      .where("account_id", "=", badge?.userId ?? "")
      .execute();
    expect(roles).toMatchObject([{ role_key: "student", organization_id: organization.id }]);
  });

  test("creates the classes that are missing, owned by the caller, and adds to the others", async () => {
    const { desk, group, organization } = await aClass(portal, { students: [] });
    const rows = [
      { name: "Bo", className: "2a" },
      { name: "Li", className: "7C" },
      { name: "Ea", className: "7 c" },
      { name: "Al", className: "7D" },
    ];
    const { classes } = await importList(desk, { organizationId: organization.id, rows });
    expect(classes.map(({ groupName, isNew, students }) => [groupName, isNew, students])).toEqual([
      ["2A", false, 1],
      ["7C", true, 2],
      ["7D", true, 1],
    ]);
    expect(classes[0]?.playerGroupId).toBe(group.id);
    const made = await desk.call(getPlayerGroup, { params: { playerGroupId: classes[1]?.playerGroupId ?? "" } });
    expect(made.body).toMatchObject({ name: "7C", rightsType: "OWNER" });
  });

  test("a row that looks like another child is added if the caller says so", async () => {
    const school = await aClass(portal, { students: [] });
    const { desk, group } = school;
    await importList(desk, { playerGroupId: group.id, rows: rowsOf("Nora") });
    const list = { playerGroupId: group.id, rows: rowsOf("NORA") };
    const answer = await send(
      desk,
      orderOf(list, await verdictsOf(desk, list), () => "add"),
    );
    expect(answer.status, answer.text).toBe(201);
    expect((await namesIn(school, group.id)).toSorted()).toEqual(["NORA", "Nora"]);
  });

  test.each([
    ["already here", "Nora"],
    ["wrong", "🦊"],
  ])("a row that is %s is not added: errors.invalidInput", async (_, name) => {
    const school = await aClass(portal, { students: [] });
    const { desk, group } = school;
    await importList(desk, { playerGroupId: group.id, rows: rowsOf("Nora") });
    const list = { playerGroupId: group.id, rows: rowsOf(name) };
    expect(
      codeIn(
        await send(
          desk,
          orderOf(list, await verdictsOf(desk, list), () => "add"),
        ),
      ),
    ).toBe("errors.invalidInput");
    expect(await namesIn(school, group.id)).toEqual(["Nora"]);
  });

  test("of two teachers who import the same list at once, one gets errors.importChanged, and no child is there twice", async () => {
    const school = await aClass(portal, { students: [] });
    const colleague = await aColleague(portal, school, "MODIFY");
    const list = { playerGroupId: school.group.id, rows: rowsOf("Nora", "Emil", "Bo") };
    const orders = [orderOf(list, await verdictsOf(school.desk, list)), orderOf(list, await verdictsOf(colleague, list))] as const;
    const answers = await Promise.all([send(school.desk, orders[0]), send(colleague, orders[1])]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(answers.map(codeIn)).toContain("errors.importChanged");
    expect(await namesIn(school, school.group.id)).toEqual(["Bo", "Emil", "Nora"]);
    expect((await verdictsOf(colleague, list)).map(({ verdict }) => verdict)).toEqual(["already-here", "already-here", "already-here"]);
  });

  test("two lists with the same new class and external ids at once make one class and one child", async () => {
    const { desk, organization } = await aClass(portal, { students: [] });
    const list = { organizationId: organization.id, rows: [{ name: "Bo", externalId: "1", className: "8X" }] };
    const judged = await verdictsOf(desk, list);
    const answers = await Promise.all([send(desk, orderOf(list, judged)), send(desk, orderOf(list, judged))]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const { database } = portal.context;
    const classes = database.selectFrom("player_groups").select("name").where("organization_id", "=", organization.id);
    expect(await classes.where("name", "=", "8X").execute()).toHaveLength(1);
    const children = database.selectFrom("players").select("name").where("organization_id", "=", organization.id);
    expect(await children.execute()).toEqual([{ name: "Bo" }]);
  });

  test("a student added since the check refuses the whole list, and nothing is half written", async () => {
    const school = await aClass(portal, { students: [] });
    const { desk, group } = school;
    const list = { playerGroupId: group.id, rows: rowsOf("Nora", "Emil") };
    const order = orderOf(list, await verdictsOf(desk, list));
    await desk.call(createStudent, { body: { studentName: "nora", groupId: group.id } });
    expect(codeIn(await send(desk, order))).toBe("errors.importChanged");
    expect(await namesIn(school, group.id)).toEqual(["nora"]);
  });

  test("the same import sent fifty times is one import, and each answer has the same badges", async () => {
    const school = await aClass(portal, { students: [] });
    const { desk, group } = school;
    const list = { playerGroupId: group.id, rows: rowsOf("Nora", "Emil") };
    const order = orderOf(list, await verdictsOf(desk, list));
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(desk, order)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const urls = answers.map(({ body }) =>
      (body as ImportResult).badges
        .map(({ qrCodeUrl }) => qrCodeUrl)
        .toSorted()
        .join(),
    );
    expect(new Set(urls).size).toBe(1);
    expect(await namesIn(school, group.id)).toEqual(["Emil", "Nora"]);
  });

  test("another account's import of this id is not found, and is not printed again either", async () => {
    const school = await aClass(portal, { students: [] });
    const { id } = await importList(school.desk, { playerGroupId: school.group.id, rows: rowsOf("Nora") });
    const other = await aClass(portal, { students: [] });
    const list = { playerGroupId: other.group.id, rows: rowsOf("Bo") };
    const order = { ...orderOf(list, await verdictsOf(other.desk, list)), id };
    expect(codeIn(await send(other.desk, order))).toBe("errors.notFound");
    expect(codeIn(await other.desk.call(reprintClassImport, { params: { importId: id }, body: {} }))).toBe("errors.notFound");
    expect(await namesIn(other, other.group.id)).toEqual([]);
  });

  test("a colleague with READ neither imports nor prints: errors.notAllowed", async () => {
    const school = await aClass(portal, { students: [] });
    const { group } = school;
    const list = { playerGroupId: group.id, rows: rowsOf("Nora") };
    const order = orderOf(list, await verdictsOf(school.desk, list));
    const reader = await aColleague(portal, school, "READ");
    expect(codeIn(await send(reader, order))).toBe("errors.notAllowed");
    expect((await send(school.desk, order)).status).toBe(201);
    expect(codeIn(await reader.call(reprintClassImport, { params: { importId: order.id }, body: {} }))).toBe("errors.notAllowed");
  });

  test("without a class or an organization: errors.organizationRequired; after it was undone: errors.importUndone", async () => {
    const { desk, group } = await aClass(portal, { students: [] });
    const list = { playerGroupId: group.id, rows: rowsOf("Nora") };
    const order = orderOf(list, await verdictsOf(desk, list));
    const { playerGroupId: _, ...nowhere } = order;
    expect(codeIn(await desk.call(importClass, { body: nowhere }))).toBe("errors.organizationRequired");
    expect((await send(desk, order)).status).toBe(201);
    expect((await desk.call(undoClassImport, { params: { importId: order.id }, body: {} })).status).toBe(204);
    expect(codeIn(await send(desk, order))).toBe("errors.importUndone");
  });

  test("more rows that look alike than a class has places: errors.playerGroupFull, and nothing is written", async () => {
    const { desk, group, organization } = await aClass(portal, { students: [] });
    await sql`
      with made as (
        insert into players (organization_id, name) select ${organization.id}::uuid, 'Player ' || n from generate_series(1, ${limits.playersOfGroup.max - 1}::int) n
        returning id
      )
      insert into player_group_players (player_group_id, player_id) select ${group.id}::uuid, id from made`.execute(
      portal.context.database,
    );
    const list = { playerGroupId: group.id, rows: rowsOf("Bo", "BO") };
    const order = orderOf(list, await verdictsOf(desk, list), () => "add");
    expect(codeIn(await send(desk, order))).toBe("errors.playerGroupFull");
    const { body } = await desk.call(getPlayerGroup, { params: { playerGroupId: group.id } });
    expect((body as { players: unknown[] }).players).toHaveLength(limits.playersOfGroup.max - 1);
  });

  test("500 rows take as many statements as two", async () => {
    const school = await aClass(portal, { students: [] });
    const statementsFor = async (names: string[]) => {
      const list = { playerGroupId: school.group.id, rows: rowsOf(...names) };
      const order = orderOf(list, await verdictsOf(school.desk, list));
      return countStatements(async () => expect((await send(school.desk, order)).status).toBe(201));
    };
    const names = manyNames(502);
    const few = await statementsFor(names.slice(0, 2));
    // The count sees the statements of the import.
    expect(few).toBeGreaterThan(10);
    expect(await statementsFor(names.slice(2))).toBe(few);
    const { body } = await school.desk.call(getPlayerGroup, { params: { playerGroupId: school.group.id } });
    expect((body as { players: unknown[] }).players).toHaveLength(502);
  });
});

/** Counts the statements that the portal sends during `work`. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const { context } = portal;
  const { database } = context;
  let count = 0;
  const counted = database.withPlugin({
    transformQuery: ({ node }) => {
      count++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  context.database = counted;
  try {
    await work();
  } finally {
    context.database = database;
  }
  return count;
}

describe("reprintClassImport", () => {
  test("returns the same badges again", async () => {
    const { desk, group } = await aClass(portal, { students: ["Emil"] });
    const result = await importList(desk, { playerGroupId: group.id, rows: rowsOf("Nora", "Bo") });
    const again = await desk.call(reprintClassImport, { params: { importId: result.id }, body: {} });
    expect(again.status).toBe(200);
    const sorted = ({ badges }: ImportResult) => badges.map(({ qrCodeUrl }) => qrCodeUrl).toSorted();
    expect(sorted(again.body as ImportResult)).toEqual(sorted(result));
  });
});
