/** Searching the organizations that the caller manages, in pages: an administrator has thousands. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { searchOrganizations } from "@storyport/contract/organizations";
import { searchTable } from "#/platform/database/search.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { anAccount, anAdministrator, anOrganization, aSession } from "#test/builders.ts";
import { plansOf } from "#test/plans-of.ts";
import { searchedOrganizations } from "./queries.ts";

let portal: TestPortal;
let admin: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
});
afterAll(() => portal.close());

interface Page {
  results: { id: string; organization_key: string }[];
  page: { entityCount: number; entityOffset: number; entityLimit: number };
}

async function search(browser: Browser, query: Record<string, unknown>): Promise<Page> {
  const answer = await browser.call(searchOrganizations, { query });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Page;
}

async function anOrganizationCalled(key: string): Promise<{ id: string; key: string }> {
  const organization = await anOrganization(portal);
  await portal.context.database.updateTable("organizations").set({ key }).where("id", "=", organization.id).execute();
  return { id: organization.id, key };
}

const tag = () => randomUUID().slice(0, 8);

describe("searching organizations", () => {
  test("finds by a part of the key, whatever its case, in the order of the keys, and by the whole id", async () => {
    const part = tag();
    const [late, early] = [await anOrganizationCalled(`Ås-${part}-B`), await anOrganizationCalled(`Ås-${part}-a`)];
    const found = await search(admin, { query: ` ås-${part.toUpperCase()} ` });
    expect(found).toEqual({
      results: [early, late].map(({ id, key }) => ({ id, organization_key: key })),
      page: { entityCount: 2, entityOffset: 0, entityLimit: 50 },
    });
    expect((await search(admin, { query: late.id.toUpperCase() })).results).toEqual([{ id: late.id, organization_key: late.key }]);
    expect((await search(admin, { query: randomUUID() })).results).toEqual([]);
  });

  test.each(["%", "_", "\\", "'", "ø", "🦊", "·("])("%j matches literally, however short", async (sign) => {
    const { id } = await anOrganizationCalled(`K${sign}${tag()}`);
    const { results } = await search(admin, { query: sign });
    expect(results.map((one) => one.id)).toContain(id);
    expect(results.every(({ organization_key }) => organization_key.includes(sign))).toBe(true);
  });

  test("pages through all by offset; a page beyond the end is empty and has the same total", async () => {
    const part = tag();
    for (let index = 0; index < 5; index++) await anOrganizationCalled(`${part}-${index}`);
    const pages = [await search(admin, { query: part, limit: 3 }), await search(admin, { query: part, limit: 3, offset: 3 })];
    expect(pages.flatMap(({ results }) => results.map(({ organization_key }) => organization_key))).toEqual(
      Array.from({ length: 5 }, (_, index) => `${part}-${index}`),
    );
    expect(await search(admin, { query: part, offset: 100_000 })).toMatchObject({ results: [], page: { entityCount: 5 } });
  });

  test("returns to a manager only their own organizations, by id too", async () => {
    const part = tag();
    const [own, joined, foreign] = [
      await anOrganizationCalled(`${part}-own`),
      await anOrganizationCalled(`${part}-joined`),
      await anOrganizationCalled(`${part}-foreign`),
    ];
    const account = await anAccount(portal, {
      memberships: [
        { organization: own, roles: ["organization_admin"] },
        { organization: joined, roles: ["teacher"] },
      ],
    });
    const manager = await aSession(portal, account, { loginType: "PASSWORD" });
    for (const query of [part, ""]) {
      expect(await search(manager, { query })).toMatchObject({ results: [{ id: own.id }], page: { entityCount: 1 } });
    }
    for (const { id } of [joined, foreign]) expect((await search(manager, { query: id })).results).toEqual([]);
  });

  test("refuses a caller who manages no organization (errors.notAllowed) and without a session (errors.notLoggedIn)", async () => {
    const organization = await anOrganization(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const teacher = await aSession(portal, account, { loginType: "PASSWORD" });
    expect(await teacher.call(searchOrganizations)).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
    expect(await portal.browser().call(searchOrganizations)).toMatchObject({ status: 401, body: { code: "errors.notLoggedIn" } });
  });

  test.each([{ offset: "-1" }, { limit: "51" }, { limit: "0" }, { query: "x".repeat(201) }, { page: "1" }])("%j: 400", async (query) => {
    expect((await admin.call(searchOrganizations, { query })).status).toBe(400);
  });
});

describe("with thousands of organizations", () => {
  beforeAll(async () => {
    await portal.store.withScripts(async (run) => {
      await run(`insert into organizations (key, description) select 'Crowd-' || i, 'A school' from generate_series(1, 12000) i`);
      await run("vacuum analyze organizations");
    });
  }, 60_000);

  test("a search uses the trigram index", async () => {
    const plans = await plansOf(portal.context.database, (database) =>
      searchTable(database, searchedOrganizations("everywhere"), { query: "rowd-1199", offset: 0, limit: 50 }),
    );
    expect(plans).toContain("organizations__key_trigrams_idx");
  });

  test("frequent parts are counted up to 10,000 and listed in order", async () => {
    for (const query of ["c", "crowd", ""]) {
      const { results, page } = await search(admin, { query });
      expect(page.entityCount).toBe(10_000);
      expect(results).toHaveLength(50);
    }
    const keys = (await search(admin, { query: "crowd" })).results.map(({ organization_key }) => organization_key);
    expect(keys).toEqual(keys.toSorted());
  });
});
