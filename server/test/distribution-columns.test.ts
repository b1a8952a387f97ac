/** docs/capacity.md says by which column Citus would distribute each table. */
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestStore } from "./test-store.ts";
import type { TestStore } from "./test-store.ts";

let store: TestStore;
/** The columns of each table of the database. */
let tables: Map<string, string[]>;

beforeAll(async () => {
  store = await createTestStore();
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select t.relname as name, array_agg(a.attname::text) as columns
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where t.relkind in ('r', 'p') and not t.relispartition and t.relnamespace = 'public'::regnamespace
    group by t.relname`.execute(store.database);
  tables = new Map(rows.map(({ name, columns }) => [name, columns]));
});
afterAll(() => store.close());

interface Place {
  table: string;
  /** Any of the columns of the row. A reference table has none. */
  columns: string[];
  needsColumn: boolean;
}

/** The tables that the page names, each once for every place where it does. */
function placesOnPage(): Place[] {
  const page = readFileSync(new URL("../../docs/capacity.md", import.meta.url), "utf8");
  const [, , below = ""] = /^(.*\n\| Distribution column \|[^\n]*\n\|[-|]+\n)(.*)$/s.exec(page) ?? [];
  const [listed = ""] = below.split("\n\n");
  return listed.split("\n").flatMap((row) => {
    const [, column = "", names = ""] = row.split("|");
    return names.split(",").map((name) => {
      const [, table = name.trim(), needs] = /^ *(\w+)( \(needs the column\))? *$/.exec(name) ?? [];
      // "`account_id` (`accounts.id`)": the second is the column of the one table that it names.
      const columns = [...column.matchAll(/`(?:(\w+)\.)?(\w+)`/g)].flatMap(([, of = table, found]) => (of === table ? (found ?? []) : []));
      return { table, columns, needsColumn: needs !== undefined };
    });
  });
}

test("each table of the database has its distribution column on the page of the capacity, once", () => {
  const named = placesOnPage().map(({ table }) => table);
  expect(named.toSorted()).toEqual([...tables.keys()].toSorted());
});

test("each table has the distribution column that the page names, or the page says that it needs the column", () => {
  const distributed = placesOnPage().filter(({ columns }) => columns.length > 0);
  const has = ({ table, columns }: Place): boolean => columns.some((column) => tables.get(table)?.includes(column) === true);
  expect(distributed.length).toBeGreaterThan(60);
  expect(distributed.filter((place) => has(place) === place.needsColumn)).toEqual([]);
});
