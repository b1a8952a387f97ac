/** The members of an organization, a page at a time. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listOrganizationMembers } from "@storyport/contract/organizations";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { anAccount, anOrganization, aSession } from "#test/builders.ts";

let portal: TestPortal;
let manager: Browser;
let organization: { id: string; key: string };
beforeAll(async () => {
  portal = await buildTestPortal();
  organization = await anOrganization(portal);
  const account = await anAccount(portal, { email: "boss@school.example", memberships: [{ organization, roles: ["organization_admin"] }] });
  manager = await aSession(portal, account, { loginType: "PASSWORD" });
});
afterAll(() => portal.close());

interface Page {
  results: { email: string | null; displayName: string | null; roles: string[] }[];
  page: { entityCount: number; entityOffset: number; entityLimit: number };
}

async function members(query: Record<string, unknown> = {}, { organizationId = organization.id, desk = manager } = {}): Promise<Page> {
  const { status, body } = await desk.call(listOrganizationMembers, { params: { organizationId }, query });
  expect(status).toBe(200);
  return body as Page;
}

describe("are found", () => {
  beforeAll(async () => {
    await anAccount(portal, { email: "aase@school.example", displayName: "Åse Ås", memberships: [{ organization, roles: ["teacher"] }] });
    await anAccount(portal, { email: "a_b%c@school.example", displayName: "O'Brien", memberships: [{ organization, roles: [] }] });
    const inGroup = await anAccount(portal, { email: "grouped@school.example", memberships: [{ organization, roles: ["member"] }] });
    const { database } = portal.context;
    const group = { organization_id: organization.id, name: "Readers" };
    const { id } = await database.insertInto("user_groups").values(group).returning("id").executeTakeFirstOrThrow();
    await database.insertInto("user_group_roles").values({ user_group_id: id, role_key: "premium" }).execute();
    await database.insertInto("user_group_members").values({ user_group_id: id, account_id: inGroup.id }).execute();
    await anAccount(portal, {
      email: "aase@other.example",
      memberships: [{ organization: await anOrganization(portal), roles: ["teacher"] }],
    });
  });

  test.each([
    ["a part of the address", "AASE@", ["aase@school.example"]],
    ["a part of the name, in any case", "åse", ["aase@school.example"]],
    ["a literal percent sign", "%", ["a_b%c@school.example"]],
    ["a literal underscore", "_", ["a_b%c@school.example"]],
    ["a quotation mark", "O'B", ["a_b%c@school.example"]],
    ["SQL", "' or 1=1 --", []],
    ["a backslash", "\\", []],
    ["an emoji", "😀", []],
  ])("by %s", async (_, query, found) => {
    const { results, page } = await members({ query });
    expect(results.map(({ email }) => email)).toEqual(found);
    expect(page.entityCount).toBe(found.length);
  });

  test("by a role held there, through a user group too; platform roles are not the organization's", async () => {
    expect((await members({ role: "premium" })).results).toMatchObject([{ email: "grouped@school.example", roles: ["member", "premium"] }]);
    expect((await members({ role: "nobody" })).results).toEqual([]);
    await anAccount(portal, { email: "root@school.example", platformRoles: ["admin"], memberships: [{ organization, roles: ["member"] }] });
    expect((await members({ query: "root@" })).results).toMatchObject([{ roles: ["member"] }]);
    expect((await members({ role: "admin" })).results).toEqual([]);
  });

  test("with exactly the fields of the contract", async () => {
    const [found] = (await members({ query: "aase" })).results;
    expect(found).toEqual({
      id: expect.any(String),
      email: "aase@school.example",
      displayName: "Åse Ås",
      userStatus: "ACTIVE",
      roles: ["teacher"],
      joinedAt: expect.any(String),
      mayRemove: true,
    });
  });
});

test.each([
  { offset: "-1" },
  { offset: "1e3" },
  { offset: "10;" },
  { limit: "0" },
  { limit: "51" },
  { limit: "1e9" },
  { query: "x".repeat(201) },
])("a window of %j: 400", async (query) => {
  const answer = await manager.call(listOrganizationMembers, { params: { organizationId: organization.id }, query });
  expect(answer.status).toBe(400);
});

test("another organization: errors.notFound; the caller's own without the permission: errors.notAllowed", async () => {
  const [foreign, joined] = [await anOrganization(portal), await anOrganization(portal)];
  const account = await anAccount(portal, {
    memberships: [
      { organization, roles: ["organization_admin"] },
      { organization: joined, roles: ["teacher"] },
    ],
  });
  const browser = await aSession(portal, account, { loginType: "PASSWORD" });
  for (const organizationId of [foreign.id, randomUUID()]) {
    const answer = await browser.call(listOrganizationMembers, { params: { organizationId } });
    expect(answer).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
  }
  const answer = await browser.call(listOrganizationMembers, { params: { organizationId: joined.id } });
  expect(answer).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
});

test("ten thousand are counted and paged through, and the first pages show each once", async () => {
  const large = await anOrganization(portal);
  await sql`
    with made as (
      insert into accounts (email, display_name, status, activated_at)
      select 'member-' || n || '@large.example', 'Member ' || n, 'ACTIVE', now() from generate_series(1, 10000) n returning id
    ), joined as (
      insert into organization_members (account_id, organization_id) select id, ${large.id}::uuid from made
    )
    insert into account_roles (account_id, role_key, organization_id) select id, 'member', ${large.id}::uuid from made`.execute(
    portal.context.database,
  );
  const account = await anAccount(portal, {
    email: "zz@large.example",
    memberships: [{ organization: large, roles: ["organization_admin"] }],
  });
  const there = { organizationId: large.id, desk: await aSession(portal, account, { loginType: "PASSWORD" }) };
  const [first, second, last] = [await members({}, there), await members({ offset: 50 }, there), await members({ offset: 10_000 }, there)];
  expect(first.page).toEqual({ entityCount: 10_001, entityOffset: 0, entityLimit: 50 });
  const both = [...first.results, ...second.results].map(({ email }) => email);
  expect(new Set(both).size).toBe(100);
  expect(last.results).toMatchObject([{ email: "zz@large.example" }]);
  expect((await members({ query: "member-9999@" }, there)).page.entityCount).toBe(1);
  expect((await members({ role: "member", offset: 1_000_000 }, there)).results).toEqual([]);
});
