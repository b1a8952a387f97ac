/** The last run is undone as long as nobody used what it made. */
import { answerMissing, keepMissingStudents } from "@storyport/contract/missing-students";
import { editPlayerGroup } from "@storyport/contract/player-groups";
import { createStudent, editPlayer } from "@storyport/contract/players";
import { eraseStudent } from "@storyport/contract/erasures";
import { discardRoster, undoRoster } from "@storyport/contract/rosters";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aSession, anAccount } from "#test/builders.ts";
import type { Browser } from "#test/browser.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { codeIn } from "#test/class-imports.ts";
import { anOffice, applied, changesOf, checked, classesOf, groupNamed, listed, overview, shown, taughtBy } from "#test/rosters.ts";
import type { RosterOffice } from "#test/rosters.ts";
import { badgesOf } from "#test/school-class.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const five = ["s1 Nora", "s2 Emil", "s3 Aksel", "s4 Li", "s5 Bo"];
const undo = (desk: Browser, runId: string) => desk.call(undoRoster, { params: { runId }, body: {} });

async function playerNamed(name: string, { organization }: RosterOffice): Promise<string> {
  const players = portal.context.database.selectFrom("players").select("id").where("organization_id", "=", organization.id);
  return (await players.where("name", "=", name).executeTakeFirstOrThrow()).id;
}

describe("undoRoster", () => {
  test("takes back every kind of change, and the next list shows them again", async () => {
    const office = await anOffice(portal);
    const teacher = await anAccount(portal, { memberships: [{ organization: office.organization, roles: ["teacher"] }] });
    await applied(office, [listed("c1", "2A", five), listed("c2", "2B", ["s6 Ada"])]);
    await office.desk.call(createStudent, { body: { studentName: "Ea", groupId: await groupNamed(portal, office, "2B") } });
    const before = await classesOf(portal, office);
    const next = [
      taughtBy(listed("c1", "3A", ["s1 Nora B", "s2 Emil", "s3 Aksel", "s4 Li", "s6 Ada"]), [teacher.email]),
      listed("c2", "2B", ["s7 Ea"]),
      listed("c3", "2C", ["s8 Al", "s1 Nora B"]),
    ];
    const runId = await applied(office, next, { answer: () => "same" });
    expect(await classesOf(portal, office)).toEqual({
      "2B": ["Ea"],
      "2C": ["Al", "Nora B"],
      "3A": ["Ada", "Aksel", "Bo", "Emil", "Li", "Nora B"],
    });
    expect((await undo(office.desk, runId)).status).toBe(204);
    expect(await classesOf(portal, office)).toEqual(before);
    const { runs, missing } = await overview(office);
    expect(missing).toEqual([]);
    expect(runs[0]).toMatchObject({ id: runId, status: "UNDONE" });
    const held = portal.context.database.selectFrom("account_player_group_rights").selectAll().where("account_id", "=", teacher.id);
    expect(await held.execute()).toEqual([]);
    const again = await shown(office.desk, await checked(office, next));
    expect(again.run.counts).toEqual({ NEW: 3, MOVED: 1, LEFT: 1, RENAMED: 2, CONFLICT: 2 });
  });

  test("gives an archived class the school's id back, so that the list knows the class when it is brought back", async () => {
    const office = await anOffice(portal);
    const list = [listed("c1", "2A", ["s1 Nora"])];
    await applied(office, list);
    const params = { playerGroupId: await groupNamed(portal, office, "2A") };
    expect((await office.desk.call(editPlayerGroup, { params, body: { version: 1, archived: true } })).status).toBe(200);
    const runId = await applied(office, list);
    expect((await undo(office.desk, runId)).status).toBe(204);
    expect((await office.desk.call(editPlayerGroup, { params, body: { version: 2, archived: false } })).status).toBe(200);
    expect((await shown(office.desk, await checked(office, list))).classes).toEqual([]);
  });

  test("takes a student out of the class again who was in no class before", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", five)]);
    await applied(office, [listed("c1", "2A", five.slice(0, 4))]);
    const playerGroupId = await groupNamed(portal, office, "2A");
    const { missing } = await overview(office);
    const body = { playerIds: missing.map(({ playerId }) => playerId), answer: "left" } as const;
    expect((await office.desk.call(answerMissing, { params: { playerGroupId }, body })).status).toBe(204);
    const before = await classesOf(portal, office);
    const runId = await applied(office, [listed("c1", "2A", five)]);
    expect((await classesOf(portal, office))["2A"]).toContain("Bo");
    expect((await undo(office.desk, runId)).status).toBe(204);
    expect(await classesOf(portal, office)).toEqual(before);
  });

  test("restores the marks of missing and kept students that the list named again, and the names of the former list", async () => {
    const office = await anOffice(portal);
    const { desk, organization } = office;
    await applied(office, [listed("c1", "2A", [...five, "s6 Ada"])], {});
    const playerId = await playerNamed("Ada", office);
    expect((await desk.call(editPlayer, { params: { playerId }, body: { version: 1, playerName: "Ada K" } })).status).toBe(200);
    await applied(office, [listed("c1", "2A", [...five.slice(0, 4), "s6 Ada"])]);
    const kept = (await overview(office)).missing.map(({ playerId: id }) => id);
    expect((await desk.call(keepMissingStudents, { body: { organizationId: organization.id, playerIds: kept } })).status).toBe(204);
    await applied(office, [listed("c1", "2A", [...five.slice(0, 3), "s6 Ada"])]);
    const marks = () =>
      portal.context.database
        .selectFrom("roster_students")
        .selectAll()
        .where("organization_id", "=", organization.id)
        .orderBy("name")
        .execute();
    const before = await marks();
    expect(before.map(({ name, missing_since, is_kept }) => [name, missing_since !== null, is_kept])).toEqual([
      ["Ada", false, false],
      ["Aksel", false, false],
      ["Bo", false, true],
      ["Emil", false, false],
      ["Li", true, false],
      ["Nora", false, false],
    ]);
    const runId = await applied(office, [listed("c1", "2A", [...five, "s6 Ada K"])]);
    expect((await marks()).flatMap(({ missing_since, is_kept }) => (missing_since !== null || is_kept ? [true] : []))).toEqual([]);
    expect((await undo(desk, runId)).status).toBe(204);
    expect(await marks()).toEqual(before);
    expect((await overview(office)).missing).toMatchObject([{ playerName: "Li" }]);
  });

  test("restores the name that the former list had for a class, so that a name by a person stays", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", five)]);
    const playerGroupId = await groupNamed(portal, office, "2A");
    const edited = await office.desk.call(editPlayerGroup, { params: { playerGroupId }, body: { version: 1, name: "Owls" } });
    expect(edited.status, edited.text).toBe(200);
    const runId = await applied(office, [listed("c1", "3A", five)]);
    expect(Object.keys(await classesOf(portal, office))).toEqual(["3A"]);
    expect((await undo(office.desk, runId)).status).toBe(204);
    expect(Object.keys(await classesOf(portal, office))).toEqual(["Owls"]);
    expect(await changesOf(office.desk, await checked(office, [listed("c1", "2A", five)]))).toEqual([]);
  });

  test("gives a class the id back that the former list had for it", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", five)]);
    const runId = await applied(office, [listed("c9", "2 a", five)], { answer: () => "same" });
    expect((await undo(office.desk, runId)).status).toBe(204);
    expect(await changesOf(office.desk, await checked(office, [listed("c1", "2A", five)]))).toEqual([]);
  });

  test("forgets the names of known students that no list had named before, listed or missing", async () => {
    const office = await anOffice(portal);
    const { desk, organization } = office;
    await applied(office, [listed("c1", "2A", five)]);
    const groupId = await groupNamed(portal, office, "2A");
    for (const studentName of ["Ea", "Al"]) await desk.call(createStudent, { body: { studentName, groupId } });
    // A list of students gave this number, and no roster.
    const { database } = portal.context;
    await database
      .updateTable("players")
      .set({ external_id: "s7" })
      .where("id", "=", await playerNamed("Al", office))
      .execute();
    const noted = async () => {
      const rows = database.selectFrom("roster_students").select(["name", "missing_since"]).orderBy("name");
      const names = await rows.where("organization_id", "=", organization.id).execute();
      return names.map(({ name, missing_since }) => (missing_since === null ? name : `${name} is missing`));
    };
    const before = await noted();
    const runId = await applied(office, [listed("c1", "2A", [...five, "s6 Ea"])], { answer: () => "same" });
    expect(await noted()).toEqual(["Aksel", "Al is missing", "Bo", "Ea", "Emil", "Li", "Nora"]);
    expect((await undo(desk, runId)).status).toBe(204);
    expect(await noted()).toEqual(before);
  });

  test("one of fifty calls undoes it, the others are told", async () => {
    const office = await anOffice(portal);
    const runId = await applied(office, [listed("c1", "2A", five)]);
    const answers = await Promise.all(Array.from({ length: 50 }, () => undo(office.desk, runId)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const told = ["errors.rosterDecided", "errors.rosterUnderWay"];
    expect(answers.filter((answer) => told.some((code) => code === codeIn(answer)))).toHaveLength(49);
    expect(codeIn(await undo(office.desk, runId))).toBe("errors.rosterDecided");
    expect(await classesOf(portal, office)).toEqual({});
  });

  test("a run that waits, or was discarded, is not undone", async () => {
    const office = await anOffice(portal);
    const runId = await checked(office, [listed("c1", "2A", five)]);
    expect(codeIn(await undo(office.desk, runId))).toBe("errors.rosterDecided");
    expect((await office.desk.call(discardRoster, { params: { runId }, body: {} })).status).toBe(204);
    expect(codeIn(await undo(office.desk, runId))).toBe("errors.rosterDecided");
  });

  const touches: [string, (office: RosterOffice, groupId: string) => Promise<unknown>][] = [
    ["a badge was printed", ({ desk }, id) => badgesOf({ desk, group: { id } })],
    [
      "another student joined a class that it made",
      ({ desk }, groupId) => desk.call(createStudent, { body: { studentName: "Al", groupId } }),
    ],
    [
      "a student was renamed",
      async (office) => {
        const playerId = await playerNamed("Nora", office);
        return office.desk.call(editPlayer, { params: { playerId }, body: { version: 1, playerName: "Nora C" } });
      },
    ],
    [
      "a class that it made was renamed",
      ({ desk }, playerGroupId) => desk.call(editPlayerGroup, { params: { playerGroupId }, body: { version: 1, name: "Owls" } }),
    ],
    ["a later list was applied", (office) => applied(office, [listed("c1", "2A", [...five, "s6 Ada"])])],
    ["a day has passed", () => portal.clock.travel(24 * 3600 + 1)],
  ];

  test.each(touches)("is refused after %s", async (_, touch) => {
    const office = await anOffice(portal);
    const runId = await applied(office, [listed("c1", "2A", five)]);
    await touch(office, await groupNamed(portal, office, "2A"));
    const desk = await aSession(portal, office.head, { loginType: "PASSWORD", organizationId: office.organization.id });
    expect(codeIn(await undo(desk, runId))).toBe("errors.rosterTouched");
  });

  test("is refused after a student was moved back by hand", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", five), listed("c2", "2B", [])]);
    const runId = await applied(office, [listed("c1", "2A", five.slice(1)), listed("c2", "2B", ["s1 Nora"])]);
    const [player_id, player_group_id] = [await playerNamed("Nora", office), await groupNamed(portal, office, "2A")];
    await portal.context.database.updateTable("player_group_players").set({ player_group_id }).where("player_id", "=", player_id).execute();
    expect(codeIn(await undo(office.desk, runId))).toBe("errors.rosterTouched");
  });
});

test("an erased student is forgotten by all lists, also by one that waits", async () => {
  const office = await anOffice(portal);
  const list = [listed("c1", "2A", ["unmistakable-1 Unmistakable Nora", "s2 Emil"])];
  await applied(office, list);
  await applied(office, [listed("c1", "2A", ["unmistakable-1 Unmistakable Nora A", "s2 Emil"])]);
  const runId = await checked(office, [listed("c1", "2A", ["unmistakable-1 Unmistakable Nora B", "s2 Emil"])]);
  const { database } = portal.context;
  const student = await database
    .selectFrom("account_players")
    .select("account_id as id")
    .where("player_id", "=", await playerNamed("Unmistakable Nora A", office))
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(await database.selectFrom("roster_former_marks").selectAll().execute())).toContain("Unmistakable Nora");
  const answer = await office.desk.call(eraseStudent, { body: { studentUserId: student.id, askedBy: "PARENT" } });
  expect(answer.status, answer.text).toBe(201);
  const tables = ["roster_runs", "roster_changes", "roster_students", "roster_former_marks"] as const;
  const rows = await Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute()));
  expect(JSON.stringify(rows)).not.toMatch(/unmistakable/i);
  expect(await database.selectFrom("roster_runs").select("id").where("id", "=", runId).execute()).toEqual([]);
});

test("an erased student is forgotten by the question whether a class is another, and by a list that waits for an answer", async () => {
  const office = await anOffice(portal);
  await applied(office, [listed("c1", "2A", ["peerless-1 Peerless Nora", "s2 Emil"])]);
  const another = [listed("c9", "2 a", ["peerless-1 Peerless Nora", "s2 Emil"])];
  await applied(office, another, { answer: ({ thing }) => (thing === "CLASS" ? "other" : undefined) });
  await office.desk.call(createStudent, { body: { studentName: "Peerless Ea", groupId: await groupNamed(portal, office, "2 a") } });
  const waiting = await checked(office, [listed("c9", "2 a", ["peerless-1 Peerless Nora", "s2 Emil", "peerless-2 Peerless Ea"])]);
  const { database } = portal.context;
  for (const name of ["Peerless Ea", "Peerless Nora"]) {
    const ofStudent = database.selectFrom("account_players").select("account_id as id");
    const { id } = await ofStudent.where("player_id", "=", await playerNamed(name, office)).executeTakeFirstOrThrow();
    expect((await office.desk.call(eraseStudent, { body: { studentUserId: id, askedBy: "PARENT" } })).status).toBe(201);
    expect(await database.selectFrom("roster_runs").select("id").where("id", "=", waiting).execute()).toEqual([]);
  }
  const tables = ["roster_runs", "roster_changes", "roster_students", "roster_former_marks"] as const;
  const rows = await Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute()));
  expect(JSON.stringify(rows)).not.toMatch(/peerless/i);
});

test("a student that an undo removes is forgotten by all lists, also by one that waits", async () => {
  const office = await anOffice(portal);
  const runId = await applied(office, [listed("c1", "2A", ["matchless-1 Matchless Nora", "s2 Emil"])]);
  const waiting = await checked(office, [listed("c1", "2A", ["matchless-1 Matchless Nora B", "s2 Emil"])]);
  expect((await undo(office.desk, runId)).status).toBe(204);
  const { database } = portal.context;
  const tables = ["roster_runs", "roster_changes", "roster_students", "players"] as const;
  const rows = await Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute()));
  expect(JSON.stringify(rows)).not.toMatch(/matchless/i);
  expect(await database.selectFrom("roster_runs").select("id").where("id", "=", waiting).execute()).toEqual([]);
});
