/** Players as holders of rights on their groups see and change them (specification, sections 3 and 6). */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "@storyport/contract/limits";
import { editPlayer, getPlayer, listOwnPlayers, searchPlayers } from "@storyport/contract/players";
import { rightsLevels } from "@storyport/contract/vocabulary";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { aSession, anAccount, anAdministrator } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aClass } from "#test/school-class.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function aPlayer(level: RightsLevel = "OWNER") {
  const school = await aClass(portal, { level });
  const { players } = await portal.context.database
    .selectFrom("player_group_players")
    .select((select) => select.fn.agg<string[]>("array_agg", ["player_id"]).as("players"))
    .where("player_group_id", "=", school.group.id)
    .executeTakeFirstOrThrow();
  return { ...school, playerId: players[0] ?? "" };
}

function change(desk: Browser, playerId: string, body: Record<string, unknown>): Promise<Answer> {
  return desk.call(editPlayer, { params: { playerId }, body: { version: 1, ...body } });
}

const may: Record<RightsLevel, [sees: number, changes: number]> = {
  NONE: [404, 404],
  READ: [200, 403],
  PLAY: [200, 403],
  MODIFY: [200, 200],
  OWNER: [200, 200],
  SPECIAL: [200, 200],
};

test.each(rightsLevels)("%s on the group decides how a player is seen and changed", async (level) => {
  const { desk, playerId } = await aPlayer(level);
  const [sees, changes] = may[level];
  expect((await desk.call(getPlayer, { params: { playerId } })).status).toBe(sees);
  expect((await change(desk, playerId, { excludedFromAnalysis: true })).status).toBe(changes);
});

test("only callers who may modify the player see the pass code", async () => {
  for (const [level, passCode] of [
    ["MODIFY", "boat"],
    ["READ", undefined],
  ] as const) {
    const { desk, playerId } = await aPlayer(level);
    await portal.context.database.updateTable("players").set({ pass_code: "boat" }).where("id", "=", playerId).execute();
    const { body } = await desk.call(getPlayer, { params: { playerId } });
    expect((body as { passCode?: string }).passCode).toBe(passCode);
  }
});

describe("getPlayer and editPlayer", () => {
  test("of another school's or a missing player: errors.notFound", async () => {
    const { desk } = await aPlayer();
    const other = await aPlayer();
    for (const playerId of [other.playerId, randomUUID()]) {
      expect(await desk.call(getPlayer, { params: { playerId } })).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
      expect(await change(desk, playerId, { playerName: "Nora" })).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    }
  });

  test("with too low a right: errors.notAllowed", async () => {
    const { desk, playerId } = await aPlayer("READ");
    expect((await change(desk, playerId, { playerName: "Nora" })).body).toMatchObject({ code: "errors.notAllowed" });
  });

  test("of an older version: errors.changedMeanwhile", async () => {
    const { desk, playerId } = await aPlayer();
    expect((await change(desk, playerId, { playerName: "Nora Lie" })).body).toMatchObject({ playerName: "Nora Lie", version: 2 });
    expect(await change(desk, playerId, { playerName: "Nora" })).toMatchObject({ status: 409, body: { code: "errors.changedMeanwhile" } });
  });

  test("a name is stored in its normal form, however it was typed", async () => {
    const { desk, playerId } = await aPlayer();
    expect((await change(desk, playerId, { playerName: "A\u030ase" })).body).toMatchObject({ playerName: "\u00c5se" });
  });

  test.each(["", "x".repeat(65), "Nora 🦊", "Nora\u202eLie"])("of the name %j: errors.studentNameInvalid", async (playerName) => {
    const { desk, playerId } = await aPlayer();
    expect((await change(desk, playerId, { playerName })).body).toMatchObject({ code: "errors.studentNameInvalid" });
  });

  test.each(["id", "organizationId", "createdAt", "isShared"])("take no member %s", async (member) => {
    const { desk, playerId } = await aPlayer();
    expect((await change(desk, playerId, { [member]: "x" })).status).toBe(400);
  });
});

test("a research code and a pass code are set and removed; the history records the change, never the code", async () => {
  const { desk, playerId } = await aPlayer();
  const given = await change(desk, playerId, { researchCode: " RC-17 ", passCode: "boat sun" });
  expect(given).toMatchObject({ status: 200, body: { researchCode: "RC-17", passCode: "boat sun" } });
  const admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
  const found = await admin.call(searchPlayers, { body: { query: playerId } });
  expect(found.body).toMatchObject({ results: [{ id: playerId, researchCode: "RC-17" }] });
  const taken = await change(desk, playerId, { version: 2, researchCode: null, passCode: null });
  expect(taken.body).not.toHaveProperty("researchCode");
  expect(taken.body).not.toHaveProperty("passCode");
  const renamed = await change(desk, playerId, { version: 3, playerName: "Nora Lie" });
  expect(renamed.status).toBe(200);
  expect((await eventsAbout(portal, playerId)).map(({ details }) => details)).toEqual([
    { renamed: true },
    { renamed: false, researchCode: "removed", passCode: "removed" },
    { renamed: false, researchCode: "set", passCode: "set" },
  ]);
});

test.each(["", "  ", "x".repeat(65), "a\u202eb", "a\u0000b"])("%j is no code", async (researchCode) => {
  const { desk, playerId } = await aPlayer();
  expect((await change(desk, playerId, { researchCode })).status).toBe(400);
});

test("renaming a player renames its student, and no other student of the class", async () => {
  const { desk, playerId, playerIds } = await aPlayer();
  await change(desk, playerId, { playerName: "Nora Lie" });
  const played = await portal.context.database
    .selectFrom("accounts")
    .innerJoin("account_players", "account_players.account_id", "accounts.id")
    .select(["player_id", "display_name"])
    .where("player_id", "in", playerIds)
    .execute();
  expect(played).toHaveLength(2);
  expect(played.filter(({ display_name }) => display_name === "Nora Lie")).toMatchObject([{ player_id: playerId }]);
});

describe("the caller's own players", () => {
  test("are those of readable groups, searched without case, % and _ matching literally", async () => {
    const { desk, playerId } = await aPlayer("READ");
    await portal.context.database.updateTable("players").set({ name: "Åse 100%" }).where("id", "=", playerId).execute();
    const found = async (query: string) =>
      ((await desk.call(listOwnPlayers, { query: { query } })).body as { results: { id: string }[] }).results.map(({ id }) => id);
    expect(await found("åSE")).toEqual([playerId]);
    expect(await found("%")).toEqual([playerId]);
    expect(await found("_")).toEqual([]);
    expect(await found(playerId)).toEqual([playerId]);
    expect(await found("")).toHaveLength(2);
  });

  test("are those of every group, also if there are more groups than the list of groups has", async () => {
    const { playerId, organization } = await aPlayer();
    const manager = await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
    const office = await aSession(portal, manager, { loginType: "PASSWORD", organizationId: organization.id });
    const { database } = portal.context;
    // By name all of them come before the player's group.
    await sql`
      insert into player_groups (organization_id, name, group_type)
      select ${organization.id}::uuid, '0 ' || i, case when i % 2 = 0 then 'ARCHIVED' else 'REGULAR' end
      from generate_series(1, ${2 * limits.list.mostPlayerGroups}::int) i`.execute(database);
    const found = await office.call(listOwnPlayers, { query: { query: playerId } });
    expect(found.body).toMatchObject({ results: [{ id: playerId, playerGroups: [{ groupName: expect.any(String) }] }] });
  });

  test("are for an administrator those of as many groups as the list of groups has", async () => {
    const { organization } = await aPlayer();
    const desk = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
    const { mostPlayerGroups } = limits.list;
    // By name these groups come before all others of the portal.
    await sql`
      with made as (
        insert into player_groups (organization_id, name)
        select ${organization.id}::uuid, '0 0 ' || i from generate_series(1, ${mostPlayerGroups + 1}::int) i returning id, name
      ), players as (
        insert into players (organization_id, name) select ${organization.id}::uuid, 'Bounded ' || name from made returning id, name
      )
      insert into player_group_players (player_group_id, player_id)
      select made.id, players.id from made join players on players.name = 'Bounded ' || made.name`.execute(portal.context.database);
    const { body } = await desk.call(listOwnPlayers, { query: { query: "Bounded" } });
    expect(body).toMatchObject({ page: { entityCount: mostPlayerGroups } });
  });

  test("come in pages with their count", async () => {
    const { desk } = await aPlayer();
    expect((await desk.call(listOwnPlayers, { query: { limit: "1", offset: "1" } })).body).toMatchObject({
      results: [expect.anything()],
      page: { entityCount: 2, entityOffset: 1, entityLimit: 1 },
    });
  });

  test("a page beyond the end is empty and has the same count", async () => {
    const { desk } = await aPlayer();
    expect((await desk.call(listOwnPlayers, { query: { limit: "1", offset: "2" } })).body).toMatchObject({
      results: [],
      page: { entityCount: 2, entityOffset: 2, entityLimit: 1 },
    });
  });
});

test("an administrator sees the player of any school", async () => {
  const { playerId } = await aPlayer();
  const desk = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
  expect((await desk.call(getPlayer, { params: { playerId } })).body).toMatchObject({ id: playerId, mayModify: true });
});
