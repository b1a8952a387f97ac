/** Searching accounts quickly by a part of the address or by id, for any input (specification, sections 2, 3 and 7). */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportUsers, searchUsers } from "@storyport/contract/users";
import type { UserSearchResult } from "@storyport/contract/users";
import { searchTable } from "#/platform/database/search.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { anAccount, anAdministrator, logIn } from "#test/builders.ts";
import { plansOf } from "#test/plans-of.ts";
import { aManagedSchool } from "#test/user-groups.ts";
import { anAdminDesk } from "#test/users.ts";
import { searchedAccounts } from "./search-queries.ts";

let portal: TestPortal;
let desk: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  ({ desk } = await anAdminDesk(portal));
});
afterAll(() => portal.close());

interface Page {
  results: UserSearchResult[];
  total: number;
  count: number;
  offset: number;
  limit: number;
}

async function search(body: Record<string, unknown>): Promise<Page> {
  const answer = await desk.call(searchUsers, { body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Page;
}

const emailsOf = ({ results }: Page) => results.map(({ email }) => email ?? "");

describe("searchUsers", () => {
  test("finds by a part of the address, ignoring case, and returns the specification's fields", async () => {
    const account = await anAccount(portal, { email: "kari.nordmann@fjord.example", displayName: "Kari", locale: "nb" });
    const page = await search({ query: "  NORDmann@FJ " });
    expect(page).toMatchObject({ total: 1, count: 1, offset: 0, limit: 10 });
    expect(page.results).toEqual([
      {
        guid: account.id,
        email: "kari.nordmann@fjord.example",
        displayName: "Kari",
        locale: "nb",
        loginTypes: ["PASSWORD"],
        created: expect.stringMatching(/^\d{4}-.*Z$/),
        activated: expect.stringMatching(/^\d{4}-.*Z$/),
        disabled: null,
      },
    ]);
  });

  test("finds text typed in full-width characters", async () => {
    await anAccount(portal, { email: "solveig.wide@fjord.example" });
    expect(emailsOf(await search({ query: "\uff33\uff4f\uff4cveig.\uff37ide" }))).toEqual(["solveig.wide@fjord.example"]);
  });

  test("finds by the whole id, in capitals too, and not by a part of it", async () => {
    const { id } = await anAccount(portal, { email: null });
    for (const query of [id, id.toUpperCase(), ` ${id} `])
      expect(await search({ query })).toMatchObject({ total: 1, results: [{ guid: id }] });
    expect(await search({ query: id.slice(0, 20) })).toMatchObject({ total: 0, results: [] });
    expect(await search({ query: randomUUID() })).toMatchObject({ total: 0, count: 0, results: [] });
  });

  test("a deleted account is found by its id alone, and shown as disabled", async () => {
    const { id } = await anAccount(portal, { email: null, displayName: null, status: "DEACTIVATED", password: null });
    const { database } = portal.context;
    await database
      .updateTable("accounts")
      .set({ status: "DELETED", deleted_at: sql<Date>`now()`, password_hash: null })
      .where("id", "=", id)
      .execute();
    expect((await search({ query: id })).results).toEqual([expect.objectContaining({ guid: id, disabled: expect.any(String) })]);
    const all = await search({ query: "", pageSize: 50 });
    expect(all.results.map(({ guid }) => guid)).not.toContain(id);
  });

  test.each(["%", "_", "\\", "50%_off", "'; drop table accounts; --", "o'brien", '"', "ZQ", "z", "@sch", "é", "🦊", "👩‍👩‍👧"])(
    "%j matches literally",
    async (query) => {
      const unlike = `${randomUUID().slice(0, 8)}@other.example`;
      await anAccount(portal, { email: unlike });
      const tag = randomUUID()
        .slice(0, 6)
        .replaceAll(/[^0-9]/g, "7");
      const local = `x${tag}${query.toLowerCase()}y`;
      const email = `${local}@special.example`;
      await anAccount(portal, { email });
      const page = await search({ query, pageSize: 50 });
      expect(emailsOf(page).every((found) => found.includes(query.toLowerCase()))).toBe(true);
      expect(emailsOf(await search({ query: local }))).toEqual([email]);
    },
  );

  test("pages through in a stable order; a page beyond the end is empty and has the same total", async () => {
    const tag = randomUUID().slice(0, 8);
    for (let index = 0; index < 23; index++) await anAccount(portal, { email: `paged${String(index).padStart(2, "0")}@${tag}.example` });
    const pages = await Promise.all([1, 2, 3].map((page) => search({ query: tag, page })));
    expect(pages.map(({ count, offset, total }) => ({ count, offset, total }))).toEqual([
      { count: 10, offset: 0, total: 23 },
      { count: 10, offset: 10, total: 23 },
      { count: 3, offset: 20, total: 23 },
    ]);
    const emails = pages.flatMap(emailsOf);
    expect(new Set(emails).size).toBe(23);
    expect(emails).toEqual(emails.toSorted());
    expect(await search({ query: tag, page: 1000 })).toMatchObject({ results: [], count: 0, total: 23, offset: 9990 });
    expect(await search({ query: tag, pageSize: 50 })).toMatchObject({ count: 23, limit: 50 });
  });

  test.each([
    { page: 0 },
    { page: -1 },
    { page: 1e9 },
    { page: "10;" },
    { page: 1.5 },
    { page: [1] },
    { page: null },
    { pageSize: 0 },
    { pageSize: 51 },
    { pageSize: "10" },
    { query: "x".repeat(201) },
    { query: "x".repeat(10_000) },
    { query: "🦊".repeat(5000) },
    { query: "a\u0000b" },
    { query: "\ud800" },
    { query: ["kari"] },
    { query: { ilike: "%" } },
    { status: "ACTIVE" },
    { organizationId: randomUUID() },
    { sort: "password_hash" },
  ])("%j is refused", async (odd) => {
    const { status, body } = await desk.call(searchUsers, { body: { query: "kari", ...odd } });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: "errors.invalidInput" } });
  });

  test("a manager of one organization may not search all accounts", async () => {
    const school = await aManagedSchool(portal);
    for (const answer of [await school.office.call(searchUsers, { body: { query: "" } }), await school.office.call(exportUsers)]) {
      expect(answer).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
    }
  });
});

describe("exportUsers", () => {
  test("is a CSV file of the search with its header, whose cells are no formulas, and is recorded", async () => {
    const tag = randomUUID().slice(0, 8);
    const formula = await anAccount(portal, { email: `=cmd|'calc'!a1.${tag}@x.example`, displayName: '=HYPERLINK("http://evil")' });
    await anAccount(portal, { email: `plain.${tag}@x.example`, displayName: "Åse, «quoted»\nline" });
    const answer = await desk.call(exportUsers, { query: { query: tag } });
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="users.csv"');
    expect(answer.text.startsWith("\uFEFFUser ID,Email,Display name,Locale,Login types,Created,Activated,Disabled\r\n")).toBe(true);
    expect(answer.text).toContain(`${formula.id},"'=cmd|'calc'!a1`);
    expect(answer.text).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(answer.text).toContain('"Åse, «quoted»\nline"');
    const event = await portal.context.database
      .selectFrom("audit_events")
      .selectAll()
      .where("event", "=", "accounts_exported")
      .executeTakeFirstOrThrow();
    expect(event.details).toEqual({ rows: 2, isFiltered: true });
  });
});

test("an export has semicolons if the reader's spreadsheet splits at them, and no cell becomes a formula after another separator", async () => {
  const tag = randomUUID().slice(0, 8);
  const { id } = await anAccount(portal, { email: `class.${tag}@x.example`, displayName: "2C;=cmd|'/c calc'!A0;" });
  await anAccount(portal, { email: `tab.${tag}@x.example`, displayName: "a\t@SUM(1), -2" });
  await anAccount(portal, { email: `quote.${tag}@x.example`, displayName: `2C;"=cmd|'/c calc'!A0;` });
  await anAccount(portal, { email: `quotes.${tag}@x.example`, displayName: `2D, "" +cmd` });
  const reader = await anAdministrator(portal, { locale: "nb" });
  for (const [browser, separator] of [
    [desk, ","],
    [await logIn(portal.browser(), reader), ";"],
  ] as const) {
    const { text } = await browser.call(exportUsers, { query: { query: tag } });
    const [header = ""] = text.split("\r\n");
    expect(header).toBe(
      `\uFEFF${["User ID", "Email", "Display name", "Locale", "Login types", "Created", "Activated", "Disabled"].join(separator)}`,
    );
    expect(text).toContain(`${id}${separator}class.${tag}@x.example${separator}`);
    expect(text).toContain("2C;'=cmd|");
    expect(text).toContain("a\t'@SUM(1),' -2");
    expect(text).toContain(`2C;'""=cmd|`);
    expect(text).toContain(`2D,' """" +cmd`);
  }
});

describe("with many accounts", () => {
  const many = 100_000;
  beforeAll(async () => {
    await portal.store.withScripts(async (run) => {
      for (let from = 1; from <= many; from += 5000) {
        await run(`insert into accounts (email, status, activated_at)
          select 'crowd' || i || '@many.example', 'ACTIVE', now() from generate_series(${from}, ${from + 4999}) i`);
      }
      await run("vacuum analyze accounts");
    });
  }, 120_000);

  test.each([["mann.77"], ["crowd1499"], ["nobody at all"]])("the search for %j uses the trigram index", async (query) => {
    const plans = await plansOf(portal.context.database, (database) =>
      searchTable(database, searchedAccounts, { query, offset: 0, limit: 10 }),
    );
    expect(plans).toContain("accounts__email_trigrams_idx");
  });

  test("the total is exact up to 10,000, and paging reaches that far", async () => {
    for (const query of ["@many.example", "m", ""]) {
      expect(await search({ query })).toMatchObject({ total: 10_000, count: 10 });
      expect(await search({ query, page: 1000 })).toMatchObject({ total: 10_000, count: 10 });
      expect(await search({ query, page: 1000, pageSize: 50 })).toMatchObject({ total: 10_000, count: 0 });
    }
    const page = await search({ query: "@many.example", page: 2 });
    expect(emailsOf(page)).toEqual(emailsOf(page).toSorted());
    // The account 1499, and those from 14990 to 14999.
    expect(await search({ query: "crowd1499" })).toMatchObject({ total: 11 });
  });

  test("an export of all stops at 10,000 rows", async () => {
    const { text } = await desk.call(exportUsers);
    expect(text.trimEnd().split("\r\n")).toHaveLength(10_001);
  });
});
