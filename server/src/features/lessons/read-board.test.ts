/** Reading a board: the cost follows the class, not the school. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpointUrl } from "@storyport/contract/endpoint";
import { giveLessonCode } from "@storyport/contract/lessons";
import { voidBadges } from "@storyport/contract/qr-login";
import { revokeToken } from "@storyport/contract/tokens";
import type { Database } from "#/platform/database/connect.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aLesson, begin, boardOf, playBy } from "#test/lessons.ts";
import type { TestLesson } from "#test/lessons.ts";
import { postForm } from "#test/oauth-client.ts";
import { stepsTaken } from "#test/plans-of.ts";
import { aClass, badgesOf, codeOn, scan } from "#test/school-class.ts";
import { countHelpNeeded, readBoardRow } from "./board-queries.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const names = Array.from({ length: 30 }, (_, index) => `Child ${String(index).padStart(2, "0")}`);

test("a board knows the badges of its own school alone", async () => {
  const [school, other] = [await aClass(portal, { students: ["Nora"] }), await aClass(portal, { students: ["Emil"] })];
  const { database } = portal.context;
  const account_id = school.students[0]?.id ?? "";
  const elsewhere = { account_id, organization_id: other.organization.id };
  await database.insertInto("organization_members").values(elsewhere).execute();
  await database
    .insertInto("account_roles")
    .values({ ...elsewhere, role_key: "student" })
    .execute();
  await database
    .insertInto("account_players")
    .values({ account_id, player_id: other.playerIds[0] ?? "" })
    .execute();
  const badge = (await badgesOf(other)).find(({ userId }) => userId === account_id);
  const lesson = await begin(school);
  const needsBadge = [{ displayName: "Nora", state: "needs-help", help: "no-badge" }];
  expect((await boardOf(school.desk, lesson)).children).toMatchObject(needsBadge);
  const params = { playerGroupId: other.group.id };
  expect((await other.desk.call(voidBadges, { params, body: { studentUserId: account_id } })).status).toBe(204);
  expect((await scan(portal.browser(), codeOn(badge))).status).toBe(401);
  expect((await boardOf(school.desk, lesson)).children).toMatchObject(needsBadge);
  await badgesOf(school);
  expect((await boardOf(school.desk, lesson)).children).toMatchObject([{ displayName: "Nora", state: "not-yet" }]);
});

test("a code that is given is no call for help at first; without a use it is one after five minutes", async () => {
  const school = await aLesson(portal, { students: ["Emil", "Nora"] });
  const [emil, nora] = school.students.map(({ id }) => id);
  const body = { studentUserId: nora };
  expect((await school.desk.call(voidBadges, { params: { playerGroupId: school.group.id }, body })).status).toBe(204);
  await playBy(portal, school, school.badge("Emil"));
  const need = async () => (await countHelpNeeded(portal.context.database, [school.group.id]))[0]?.need_help;
  expect(await need()).toBe(1);
  for (const studentUserId of [emil, nora]) {
    const given = await school.desk.call(giveLessonCode, { params: { lessonId: school.lesson.id }, body: { studentUserId } });
    expect(given.status).toBe(201);
  }
  expect((await boardOf(school.desk, school.lesson)).children).toMatchObject([
    { displayName: "Emil", state: "in-the-game" },
    { displayName: "Nora", state: "not-yet", help: "code-waits" },
  ]);
  expect(await need()).toBe(0);
  expect((await scan(portal.browser(), school.badge("Nora"))).status).toBe(401);
  const refused = [{}, { displayName: "Nora", state: "needs-help", help: "badge-refused" }];
  expect((await boardOf(school.desk, school.lesson)).children).toMatchObject(refused);
  await portal.clock.travel(5 * 60);
  const waits = [{ state: "in-the-game" }, { displayName: "Nora", state: "needs-help" }];
  expect((await boardOf(school.desk, school.lesson)).children).toMatchObject(waits);
  expect(await need()).toBe(1);
});

test("a child who left the game and has a new code has left, until the code waits for five minutes", async () => {
  const school = await aLesson(portal);
  const nora = async () => (await boardOf(school.desk, school.lesson)).children.find(({ displayName }) => displayName === "Nora");
  const { refreshToken: token, clientId } = await playBy(portal, school, school.badge("Nora"));
  await postForm(portal, endpointUrl(revokeToken), { form: { token, client_id: clientId } });
  const left = await nora();
  expect(left).toMatchObject({ state: "left" });
  expect(left).not.toHaveProperty("help");
  const body = { studentUserId: school.students[0]?.id };
  expect((await school.desk.call(giveLessonCode, { params: { lessonId: school.lesson.id }, body })).status).toBe(201);
  expect(await nora()).toMatchObject({ state: "left", help: "code-waits" });
  const { changes_at, at } = (await readBoardRow(portal.context.database, school.lesson.id)) ?? {};
  expect((changes_at?.getTime() ?? 0) - (at?.getTime() ?? 0)).toBeLessThanOrEqual(5 * 60_000);
  await portal.clock.travel(5 * 60);
  expect(await nora()).toMatchObject({ state: "needs-help", help: "code-waits" });
});

describe("in a school of four thousand students", () => {
  let school: TestLesson;
  beforeAll(async () => {
    school = await aLesson(portal, { students: names });
    await portal.store.withScripts(async (run) => {
      // Without triggers, which tell boards of each row.
      await run("set session_replication_role = replica");
      await run(`insert into player_groups (organization_id, name)
        select '${school.organization.id}', 'Crowd-' || i from generate_series(1, 200) i`);
      await run(`create temp table crowd as
        select gen_random_uuid() as account_id, gen_random_uuid() as player_id, g.id as player_group_id, g.organization_id
        from player_groups g, generate_series(1, 20) i where g.name like 'Crowd-%'`);
      await run("insert into players (id, organization_id, name) select player_id, organization_id, 'Child' from crowd");
      await run("insert into player_group_players (player_group_id, player_id) select player_group_id, player_id from crowd");
      await run("insert into accounts (id, display_name, status, activated_at) select account_id, 'Child', 'ACTIVE', now() from crowd");
      await run("insert into account_players (account_id, player_id) select account_id, player_id from crowd");
      await run("insert into account_login_types (account_id, login_type) select account_id, 'QRCODE' from crowd");
      await run("insert into organization_members (account_id, organization_id) select account_id, organization_id from crowd");
      await run(`insert into badges (account_id, player_group_id, digest, sealed_code, expires_at)
        select account_id, player_group_id, decode(md5(account_id::text) || md5(player_id::text), 'hex'), '', now() + interval '60 days'
        from crowd`);
      await run("vacuum analyze");
    });
  }, 180_000);

  test("a board has every child of its class", async () => {
    expect((await boardOf(school.desk, school.lesson)).children.map(({ displayName }) => displayName)).toEqual(names);
  });

  test.each([
    ["a board", (database: Database) => readBoardRow(database, school.lesson.id)],
    ["the count of those who need help", (database: Database) => countHelpNeeded(database, [school.group.id])],
  ] as const)("%s reads the rows of its own class alone", async (_, read) => {
    const steps = await stepsTaken(portal.context.database, read);
    const rowsOf = (step: (typeof steps)[number]) =>
      Number(step["Actual Loops"]) * (Number(step["Actual Rows"]) + Number(step["Rows Removed by Filter"] ?? 0));
    expect(steps.length).toBeGreaterThan(10);
    // A small table, such as that of the classes, may be read whole.
    expect(Math.max(...steps.map(rowsOf))).toBeLessThan(10 * names.length);
  });
});
