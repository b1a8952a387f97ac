/** Searching the player groups that the caller holds rights on, in pages; an administrator searches every school. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listPlayerGroupRights, searchPlayerGroupRights } from "@storyport/contract/player-groups";
import type { PlayerGroupRight } from "@storyport/contract/player-groups";
import type { Database } from "#/platform/database/connect.ts";
import { searchTable } from "#/platform/database/search.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { anAccount, anAdministrator, anOrganization, aPlayerGroup, aSession } from "#test/builders.ts";
import { plansOf, stepsTaken } from "#test/plans-of.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";
import { findHeldGroups, searchedPlayerGroups } from "./queries.ts";

let portal: TestPortal;
let admin: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
});
afterAll(() => portal.close());

interface Page {
  results: PlayerGroupRight[];
  page: { entityCount: number; entityOffset: number; entityLimit: number };
}

async function search(browser: Browser, query: Record<string, unknown> = {}): Promise<Page> {
  const answer = await browser.call(searchPlayerGroupRights, { query });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Page;
}

async function aGroupCalled(name: string, parts: Parameters<typeof aPlayerGroup>[1]): Promise<string> {
  const { id } = await aPlayerGroup(portal, parts);
  await portal.context.database.updateTable("player_groups").set({ name }).where("id", "=", id).execute();
  return id;
}

const idsOf = ({ results }: Page) => results.map(({ player_group_id }) => player_group_id);

describe("searching player groups", () => {
  test("a teacher finds groups with own rights or rights through a user group, as in the full list", async () => {
    const [organization, elsewhere] = [await anOrganization(portal), await anOrganization(portal)];
    const teacher = await anAccount(portal, {
      memberships: [
        { organization, roles: ["teacher"] },
        { organization: elsewhere, roles: ["member"] },
      ],
    });
    const own = await aGroupCalled("2B", { organization, rights: [{ account: teacher, level: "READ" }] });
    const given = await aGroupCalled("1A", { organization });
    await aUserGroup(portal, { organization, rights: [{ group: { id: given }, level: "PLAY" }], members: [{ account: teacher }] });
    await aGroupCalled("1C", { organization });
    await aGroupCalled("1D", { organization, rights: [{ account: teacher, level: "NONE" }] });
    const lost = await aGroupCalled("1E", { organization });
    await aUserGroup(portal, {
      organization,
      type: "ARCHIVED",
      rights: [{ group: { id: lost }, level: "PLAY" }],
      members: [{ account: teacher }],
    });
    // The teacher is a member there, but may not manage players.
    await aGroupCalled("1F", { organization: elsewhere, rights: [{ account: teacher, level: "OWNER" }] });
    const desk = await aSession(portal, teacher, { loginType: "PASSWORD" });
    const found = await search(desk);
    expect(idsOf(found)).toEqual([given, own]);
    expect(found.page).toEqual({ entityCount: 2, entityOffset: 0, entityLimit: 50 });
    expect(found.results).toEqual((await desk.call(listPlayerGroupRights)).body);
    expect(idsOf(await search(desk, { query: "2b" }))).toEqual([own]);
    expect(idsOf(await search(desk, { query: own.toUpperCase() }))).toEqual([own]);
    for (const query of [lost, "1C", "%", "' or 1=1 --"]) expect((await search(desk, { query })).results).toEqual([]);
    expect(idsOf(await search(desk, { offset: 1, limit: 1 }))).toEqual([own]);
    expect(await search(desk, { offset: 50 })).toMatchObject({ results: [], page: { entityCount: 2 } });
  });

  test("a manager finds all groups of the organization, an administrator those of every school, as owner", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const tag = randomUUID().slice(0, 8);
    const id = await aGroupCalled(`Ås ${tag}`, { organization });
    for (const browser of [office, admin]) {
      const expected = [{ player_group_id: id, group_name: `Ås ${tag}`, group_type: "REGULAR", rights_type: "OWNER" }];
      expect((await search(browser, { query: `ås ${tag}` })).results).toEqual(expected);
      expect((await search(browser, { organizationId: organization.id })).results).toEqual(expected);
    }
    const other = await aManagedSchool(portal);
    expect((await search(other.office, { query: tag })).results).toEqual([]);
  });

  test("archived groups are hidden, included or listed alone", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const [archived, regular] = [await aGroupCalled("1A", { organization, type: "ARCHIVED" }), await aGroupCalled("1B", { organization })];
    expect(idsOf(await search(office))).toEqual([regular]);
    expect(idsOf(await search(office, { archived: "shown" }))).toEqual([archived, regular]);
    expect(idsOf(await search(office, { archived: "only" }))).toEqual([archived]);
    for (const browser of [office, admin]) {
      expect(await search(browser, { query: archived })).toMatchObject({ results: [], page: { entityCount: 0 } });
      expect(await search(browser, { query: regular, archived: "only" })).toMatchObject({ results: [], page: { entityCount: 0 } });
      expect(idsOf(await search(browser, { query: archived, archived: "only" }))).toEqual([archived]);
      for (const id of [archived, regular]) expect(idsOf(await search(browser, { query: id, archived: "shown" }))).toEqual([id]);
    }
  });

  test("another school: errors.notFound; the caller's own without the permission: errors.notAllowed", async () => {
    const [own, joined, foreign] = [await anOrganization(portal), await anOrganization(portal), await anOrganization(portal)];
    const account = await anAccount(portal, {
      memberships: [
        { organization: own, roles: ["teacher"] },
        { organization: joined, roles: ["member"] },
      ],
    });
    const desk = await aSession(portal, account, { loginType: "PASSWORD" });
    const of = (organizationId: string) => desk.call(searchPlayerGroupRights, { query: { organizationId } });
    for (const id of [foreign.id, randomUUID()]) expect(await of(id)).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    expect(await of(joined.id)).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  });

  test.each([{ offset: "-1" }, { limit: "51" }, { query: "x".repeat(201) }, { archived: "yes" }, { organizationId: "1" }])(
    "%j: 400",
    async (query) => {
      expect((await admin.call(searchPlayerGroupRights, { query })).status).toBe(400);
    },
  );
});

describe("with tens of thousands of player groups, in hundreds of schools", () => {
  let teacher: { id: string };
  let manager: { id: string };
  beforeAll(async () => {
    const organization = await anOrganization(portal);
    teacher = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    manager = await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
    const { id } = await aPlayerGroup(portal, { organization, rights: [{ account: teacher, level: "OWNER" }] });
    await aUserGroup(portal, { organization, rights: [{ group: { id }, level: "PLAY" }], members: [{ account: teacher }] });
    await portal.store.withScripts(async (run) => {
      await run("insert into organizations (key, description) select 'Crowd-' || i, 'A school' from generate_series(1, 400) i");
      await run(`insert into player_groups (organization_id, name)
        select id, 'Crowd ' || row_number() over () from organizations, generate_series(1, 50) where key like 'Crowd-%'`);
      // Insert other accounts' rights. Without them the planner would assume that no account holds any.
      await run(`insert into accounts (email, status, activated_at)
        select 'crowd-' || i || '@school.example', 'ACTIVE', now() from generate_series(1, 2000) i`);
      await run(`insert into account_player_group_rights (account_id, player_group_id, rights_level)
        select a.id, g.id, 'OWNER' from player_groups g
        join accounts a on a.email = 'crowd-' || (1 + substr(g.name, 7)::int % 2000) || '@school.example' where g.name like 'Crowd %'`);
      await run("vacuum analyze");
    });
  }, 60_000);

  test.each(["a teacher", "a manager of a school"])("%s reads only their own groups, listed and searched", async (who) => {
    const { id: accountId } = who === "a teacher" ? teacher : manager;
    const table = searchedPlayerGroups({ accountId, isAdmin: false, within: undefined, archived: "hidden" });
    for (const ask of [
      (database: Database) => findHeldGroups(database, { accountId, isAdmin: false, within: undefined, most: 1000 }),
      (database: Database) => searchTable(database, table, { query: "", offset: 0, limit: 50 }),
      (database: Database) => searchTable(database, table, { query: "crowd", offset: 0, limit: 50 }),
    ]) {
      const steps = (await stepsTaken(portal.context.database, ask)).filter((step) => step["Relation Name"] === "player_groups");
      expect(steps.length).toBeGreaterThan(0);
      expect(steps.filter((step) => step["Node Type"] === "Seq Scan")).toEqual([]);
      const read = steps.map(
        (step) => (Number(step["Actual Rows"]) + Number(step["Rows Removed by Filter"] ?? 0)) * Number(step["Actual Loops"]),
      );
      expect(Math.max(...read)).toBeLessThan(100);
    }
  });

  test("a search uses the trigram index", async () => {
    const table = searchedPlayerGroups({ accountId: randomUUID(), isAdmin: true, within: undefined, archived: "hidden" });
    const plans = await plansOf(portal.context.database, (database) =>
      searchTable(database, table, { query: "wd 19999", offset: 0, limit: 50 }),
    );
    expect(plans).toContain("player_groups__name_trigrams_idx");
  });

  test("frequent parts are counted up to 10,000 and listed in order", async () => {
    for (const query of ["c", "crowd", ""]) expect((await search(admin, { query })).page.entityCount).toBe(10_000);
    const names = (await search(admin, { query: "crowd" })).results.map(({ group_name }) => group_name);
    expect(names).toEqual(names.toSorted());
  });
});
