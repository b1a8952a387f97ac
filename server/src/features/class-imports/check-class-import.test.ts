import { checkClassImport } from "@storyport/contract/class-imports";
import { limits } from "@storyport/contract/limits";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPlayerGroup, aSession, anAccount } from "#test/builders.ts";
import { codeIn, importList, verdictsOf } from "#test/class-imports.ts";
import { aClass } from "#test/school-class.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

/** A class whose students came by a list: Nora with the school's id 17, and Åse. */
async function aListedClass() {
  const school = await aClass(portal, { students: [] });
  const playerGroupId = school.group.id;
  await importList(school.desk, { playerGroupId, rows: [{ name: "Nora", externalId: "17" }, { name: "Åse" }] });
  return { ...school, playerGroupId };
}

describe("checkClassImport", () => {
  test.each(["AB  12", "AB\u00A012", " AB 12 "])("finds the school's id %j again, however its spaces are written", async (externalId) => {
    const school = await aClass(portal, { students: [] });
    const playerGroupId = school.group.id;
    await importList(school.desk, { playerGroupId, rows: [{ name: "Nora", externalId: "AB 12" }] });
    const [row] = await verdictsOf(school.desk, { playerGroupId, rows: [{ name: "Emil", externalId }] });
    expect(row?.verdict).toBe("already-here");
  });

  test("gives each row its verdict, and writes nothing", async () => {
    const { desk, playerGroupId } = await aListedClass();
    const before = await portal.context.database
      .selectFrom("players")
      .select(sql<number>`count(*)::int`.as("count"))
      .execute();
    const rows = [
      { name: "Emil" },
      { name: " <b>Å</b> " },
      { name: "Nora" },
      { name: "Anyone", externalId: "17" },
      { name: "nora" },
      { name: "Ase" },
      { name: "Ν\u043era" },
      { name: "EMIL" },
      { name: "" },
    ];
    const judged = await verdictsOf(desk, { playerGroupId, rows });
    expect(judged.map(({ verdict, likeName, likeRow }) => [verdict, likeName ?? likeRow])).toEqual([
      ["new", undefined],
      ["new", undefined],
      ["already-here", "Nora"],
      ["already-here", undefined],
      ["looks-alike", "Nora"],
      ["looks-alike", "Åse"],
      ["looks-alike", "Nora"],
      ["looks-alike", 0],
      ["wrong", undefined],
    ]);
    expect(judged[1]).toMatchObject({ name: "Å", className: "2A", playerGroupId, faults: [] });
    const after = await portal.context.database
      .selectFrom("players")
      .select(sql<number>`count(*)::int`.as("count"))
      .execute();
    expect(after).toEqual(before);
  });

  test.each([
    ["", ["nameMissing"]],
    ["   ", ["nameMissing"]],
    ["<script>", ["nameCharacters"]],
    ["<i></i>", ["nameCharacters"]],
    ["Åse, Bo, Kim", []],
    ["n".repeat(65), ["nameTooLong"]],
    ["🦊".repeat(64), ["nameCharacters"]],
    ["Nora\u202eX", ["nameCharacters"]],
    ["n".repeat(64), []],
    ["B", []],
    ["محمد", []],
  ])("of the name %j: faults %j", async (name, faults) => {
    const { desk, group } = await aClass(portal, { students: [] });
    expect((await verdictsOf(desk, { playerGroupId: group.id, rows: [{ name }] }))[0]?.faults).toEqual(faults);
  });

  test("an external id that is too long or is in the list twice is wrong, and says so", async () => {
    const { desk, group } = await aClass(portal, { students: [] });
    const rows = [
      { name: "Bo", externalId: "x".repeat(65) },
      { name: "Li", externalId: "1" },
      { name: "Ea", externalId: "1" },
      { name: "Al", externalId: "  " },
    ];
    const judged = await verdictsOf(desk, { playerGroupId: group.id, rows });
    expect(judged.map(({ faults }) => faults)).toEqual([["externalIdInvalid"], [], ["externalIdTwice"], []]);
  });

  test("two children of one name with different external ids look alike", async () => {
    const { desk, playerGroupId } = await aListedClass();
    const [row] = await verdictsOf(desk, { playerGroupId, rows: [{ name: "Nora", externalId: "18" }] });
    expect(row).toMatchObject({ verdict: "looks-alike", likeName: "Nora" });
  });

  test("a class name leads to the caller's class, to a new one, or is wrong", async () => {
    const { desk, group, organization, teacher } = await aClass(portal, { students: [] });
    const { database } = portal.context;
    const named = async (name: string, level?: "READ" | "MODIFY") => {
      const made = await aPlayerGroup(portal, { organization, rights: level === undefined ? [] : [{ account: teacher, level }] });
      await database.updateTable("player_groups").set({ name }).where("id", "=", made.id).execute();
      return made.id;
    };
    const shared = await named("3B", "MODIFY");
    await named("3C", "READ");
    await named("3D", "MODIFY");
    await named("3d", "MODIFY");
    await named("3E");
    const rows = ["2 a", "3b", "3C", "3D", "3E", "<b></b>", ""].map((className, index) => ({ name: `N${"abcdefg"[index]}`, className }));
    const judged = await verdictsOf(desk, { organizationId: organization.id, rows });
    expect(judged.map(({ faults, playerGroupId, className }) => faults[0] ?? playerGroupId ?? `new ${className}`)).toEqual([
      group.id,
      shared,
      "classNotAllowed",
      "classAmbiguous",
      "new 3E",
      "classNameInvalid",
      "classMissing",
    ]);
  });

  test("rows beyond the fortieth new class are wrong; rows of the first forty stay new", async () => {
    const { desk, group } = await aClass(portal, { students: [] });
    const rows = Array.from({ length: limits.classImport.newClasses + 1 }, (_, index) => ({
      name: `Child ${index}`,
      className: `New ${index}`,
    }));
    const again = { name: "Another", className: "new0" };
    const verdicts = (await verdictsOf(desk, { playerGroupId: group.id, rows: [...rows, again] })).map(({ verdict, faults }) => [
      verdict,
      ...faults,
    ]);
    expect(verdicts.slice(0, -2)).toEqual(rows.slice(0, -1).map(() => ["new"]));
    expect(verdicts.slice(-2)).toEqual([["wrong", "tooManyClasses"], ["new"]]);
  });

  test("rows beyond the thousandth player of a class are wrong", async () => {
    const { desk, group, organization } = await aClass(portal, { students: [] });
    await sql`
      with made as (
        insert into players (organization_id, name) select ${organization.id}::uuid, 'Player ' || n from generate_series(1, ${limits.playersOfGroup.max - 1}::int) n
        returning id
      )
      insert into player_group_players (player_group_id, player_id) select ${group.id}::uuid, id from made`.execute(
      portal.context.database,
    );
    const judged = await verdictsOf(desk, { playerGroupId: group.id, rows: [{ name: "Bo" }, { name: "Li" }] });
    expect(judged.map(({ verdict, faults }) => [verdict, ...faults])).toEqual([["new"], ["wrong", "classFull"]]);
  });

  test("another school's class and organization: errors.notFound; READ: errors.notAllowed; neither: errors.organizationRequired", async () => {
    const [school, other] = [await aClass(portal, { students: [] }), await aClass(portal, { students: [] })];
    const rows = [{ name: "Bo", className: "1A" }];
    const check = (body: object) => school.desk.call(checkClassImport, { body: { rows, ...body } });
    expect(codeIn(await check({ playerGroupId: other.group.id }))).toBe("errors.notFound");
    expect(codeIn(await check({ organizationId: other.organization.id }))).toBe("errors.notFound");
    expect(codeIn(await check({ organizationId: other.organization.id, playerGroupId: school.group.id }))).toBe("errors.notFound");
    expect(codeIn(await check({}))).toBe("errors.organizationRequired");
    const colleague = await anAccount(portal, { memberships: [{ organization: school.organization, roles: ["teacher"] }] });
    const right = { account_id: colleague.id, player_group_id: school.group.id, rights_level: "READ" as const };
    await portal.context.database.insertInto("account_player_group_rights").values(right).execute();
    const reader = await aSession(portal, colleague, { loginType: "PASSWORD" });
    expect(codeIn(await reader.call(checkClassImport, { body: { playerGroupId: school.group.id, rows } }))).toBe("errors.notAllowed");
  });

  test("a list of 501 rows is refused, one of 500 rows of long values is not", async () => {
    const { desk, group } = await aClass(portal, { students: [] });
    const long = "字".repeat(limits.classImport.characters);
    const rows = (count: number) => Array.from({ length: count }, () => ({ name: long, externalId: long, className: long }));
    const check = (count: number) => desk.call(checkClassImport, { body: { playerGroupId: group.id, rows: rows(count) } });
    expect((await check(501)).status).toBe(400);
    expect((await check(500)).status).toBe(200);
  });
});
