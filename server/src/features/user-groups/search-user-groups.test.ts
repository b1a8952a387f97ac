/** Searching user groups, in pages: by name, owner and organization. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listUserGroupsOf, searchUserGroups } from "@storyport/contract/user-groups";
import type { ListedUserGroup } from "@storyport/contract/user-groups";
import { searchTable } from "#/platform/database/search.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { anAccount, anAdministrator, aSession } from "#test/builders.ts";
import { plansOf } from "#test/plans-of.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";
import type { ManagedSchool } from "#test/user-groups.ts";
import { searchedUserGroups } from "./queries.ts";

let portal: TestPortal;
let admin: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
});
afterAll(() => portal.close());

interface Page {
  results: ListedUserGroup[];
  page: { entityCount: number; entityOffset: number; entityLimit: number };
}

async function search(browser: Browser, query: Record<string, unknown>): Promise<Page> {
  const answer = await browser.call(searchUserGroups, { query });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Page;
}

const idsOf = ({ results }: Page) => results.map(({ id }) => id);
const tag = () => randomUUID().slice(0, 8);

describe("searching user groups", () => {
  test("returns the group as in the full list, with the key of its organization", async () => {
    const { organization, office } = await aManagedSchool(portal);
    await aUserGroup(portal, { organization, roles: ["teacher"] });
    const whole = (await office.call(listUserGroupsOf, { params: { orgId: organization.id } })).body as object[];
    expect(await search(office, {})).toEqual({
      results: whole.map((group) => ({ ...group, organizationKey: organization.key })),
      page: { entityCount: 1, entityOffset: 0, entityLimit: 50 },
    });
  });

  test("finds by a part of the name, of an owner's name and of the organization's key, each once, ignoring case", async () => {
    const { organization, manager, office } = await aManagedSchool(portal);
    const part = tag();
    const owner = await anAccount(portal, { displayName: `Åse ${part}`, memberships: [{ organization, roles: ["teacher"] }] });
    const members = [{ account: owner, level: "OWNER" as const }];
    const named = await aUserGroup(portal, { organization, name: `Åse ${part} %_'`, members });
    const owned = await aUserGroup(portal, { organization, name: "Owned", members });
    await aUserGroup(portal, { organization, name: "Read", members: [{ account: owner, level: "READ" }, { account: manager }] });
    for (const browser of [office, admin]) {
      expect(idsOf(await search(browser, { query: ` ÅSE ${part}` }))).toEqual([owned.id, named.id]);
      expect(idsOf(await search(browser, { query: `${part} %_'` }))).toEqual([named.id]);
      expect((await search(browser, { query: organization.key.toUpperCase() })).page.entityCount).toBe(3);
      expect((await search(browser, { query: "' or 1=1 --" })).results).toEqual([]);
    }
    expect(idsOf(await search(office, { query: "%" }))).toEqual([named.id]);
  });

  test("lists archived groups last, hidden and archived ones only for managers, and no other school's", async () => {
    const [school, other] = [await aManagedSchool(portal), await aManagedSchool(portal)];
    const { organization } = school;
    const regular = await aUserGroup(portal, { organization, name: "Zebra" });
    const hidden = await aUserGroup(portal, { organization, name: "alpha", type: "HIDDEN" });
    const archived = await aUserGroup(portal, { organization, name: "Aardvark", type: "ARCHIVED" });
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const teacher = await aSession(portal, account, { loginType: "PASSWORD" });
    expect(idsOf(await search(school.office, {}))).toEqual([hidden.id, regular.id, archived.id]);
    expect(idsOf(await search(admin, { organizationId: organization.id }))).toEqual([hidden.id, regular.id, archived.id]);
    expect(await search(teacher, {})).toMatchObject({ results: [{ id: regular.id }], page: { entityCount: 1 } });
    expect(idsOf(await search(other.office, { query: organization.key }))).toEqual([]);
    expect(idsOf(await search(school.office, { offset: 1, limit: 1 }))).toEqual([regular.id]);
    expect(await search(school.office, { offset: 50 })).toMatchObject({ results: [], page: { entityCount: 3 } });
  });

  test("another school: errors.notFound; the caller's own without the permission: errors.notAllowed", async () => {
    const [own, joined, foreign] = [await aManagedSchool(portal), await aManagedSchool(portal), await aManagedSchool(portal)];
    const account = await anAccount(portal, {
      memberships: [
        { organization: own.organization, roles: ["teacher"] },
        { organization: joined.organization, roles: ["member"] },
      ],
    });
    const browser = await aSession(portal, account, { loginType: "PASSWORD" });
    const of = (organizationId: string) => browser.call(searchUserGroups, { query: { organizationId } });
    for (const id of [foreign.organization.id, randomUUID()]) {
      expect(await of(id)).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    }
    expect(await of(joined.organization.id)).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  });

  test.each([{ offset: "1e3" }, { limit: "51" }, { query: "x".repeat(201) }, { organizationId: "1" }, { page: "1" }])(
    "%j: 400",
    async (query) => {
      expect((await admin.call(searchUserGroups, { query })).status).toBe(400);
    },
  );
});

describe("with tens of thousands of user groups", () => {
  let school: ManagedSchool;
  beforeAll(async () => {
    school = await aManagedSchool(portal);
    const { organization } = school;
    await portal.store.withScripts(async (run) => {
      await run(`insert into organizations (key, description) select 'Crowd-' || i, 'A school' from generate_series(1, 3000) i`);
      await run(`insert into accounts (email, display_name, status, activated_at)
        select 'crowd-' || i || '@school.example', 'Person ' || i, 'ACTIVE', now() from generate_series(1, 20000) i`);
      await run(
        `insert into user_groups (organization_id, name) select '${organization.id}', 'Group ' || i from generate_series(1, 20000) i`,
      );
      await run(`insert into user_group_members (user_group_id, account_id, rights_level)
        select g.id, a.id, 'OWNER' from user_groups g join accounts a on a.display_name = replace(g.name, 'Group', 'Person')`);
      await run("vacuum analyze user_group_members");
      await run("vacuum analyze organizations");
      await run("vacuum analyze accounts");
      await run("vacuum analyze user_groups");
    });
  }, 60_000);

  test("a search uses the index of each text", async () => {
    const table = searchedUserGroups({ seen: "everywhere", managed: "everywhere" });
    const plans = await plansOf(portal.context.database, (database) =>
      searchTable(database, table, { query: "up 19999", offset: 0, limit: 50 }),
    );
    for (const index of ["user_groups__name_trigrams_idx", "organizations__key_trigrams_idx", "accounts__called_trigrams_idx"]) {
      expect(plans).toContain(index);
    }
  });

  test("a caller who sees one school reads its groups only, not everyone with a matching name", async () => {
    const reach = [school.organization.id];
    const table = searchedUserGroups({ seen: reach, managed: reach });
    for (const query of ["p", "person", "person 19999"]) {
      const plans = await plansOf(portal.context.database, (database) => searchTable(database, table, { query, offset: 0, limit: 50 }));
      // Accounts are read one by one, through a group that they are in.
      const [people, oneByOne] = ['"Relation Name":"accounts"', '"Index Name":"accounts_pkey"'].map((part) => plans.split(part).length - 1);
      expect(people, query).toBeGreaterThan(0);
      expect(oneByOne, query).toBe(people);
    }
  });

  test.each(["an administrator", "a manager of the school"])(
    "frequent parts are counted up to 10,000 and listed in order: %s",
    async (who) => {
      const browser = who === "an administrator" ? admin : school.office;
      for (const query of ["g", "group", ""]) expect((await search(browser, { query })).page.entityCount).toBe(10_000);
      const names = (await search(browser, { query: "group" })).results.map(({ groupName }) => groupName);
      expect(names).toHaveLength(50);
      expect(names).toEqual(names.toSorted());
    },
  );
});
