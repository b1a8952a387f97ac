/** The migration to a history in months keeps every event, and every right on it (migration 0060). */
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { monthAgo } from "#test/past-months.ts";
import { createTestDatabase, isEmbedded } from "#test/test-store.ts";
import { openStore } from "./connect.ts";
import type { RunScript, Store } from "./connect.ts";
import { migrate } from "./migrate.ts";

const shipped = fileURLToPath(new URL("../../../migrations/", import.meta.url));

/** A folder with the migrations before this number. */
async function shippedBefore(number: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "storyport-former-"));
  for (const name of readdirSync(shipped).filter((file) => file < number)) await cp(join(shipped, name), join(folder, name));
  return folder;
}

describe.skipIf(isEmbedded)("a database from before the months", () => {
  let former: string;
  let beforeIndex: string;
  let url: string;
  let store: Store;
  let run: RunScript;
  beforeAll(async () => {
    former = await shippedBefore("0060");
    beforeIndex = await shippedBefore("0118");
  });
  beforeEach(async () => {
    url = await createTestDatabase({ isEmpty: true });
    store = await openStore({ kind: "postgres", url }, () => undefined);
    await migrate(store, { folder: former });
    run = (script) => store.withScripts((asOwner) => asOwner(script));
    await run(`insert into audit_events (at, event, details)
      select now() - make_interval(days => 5 * n), 'login_succeeded', jsonb_build_object('n', n) from generate_series(0, 99) n`);
    return () => store.close();
  });
  afterAll(async () => {
    for (const folder of [former, beforeIndex]) await rm(folder, { recursive: true, force: true });
  });

  const eventsNow = () => run("select id, at, event, details from audit_events order by id");
  const partOf = (n: number) => run(`select tableoid::regclass::text as part from audit_events where details ->> 'n' = '${n}'`);

  test("keeps its events in the first part, numbers go on, and the next month has a part of its own", async () => {
    const before = await eventsNow();
    await migrate(store);
    expect(await eventsNow()).toEqual(before);
    expect([await partOf(0), await partOf(99)]).toEqual([[{ part: "audit_events_first" }], [{ part: "audit_events_first" }]]);
    const [next] = await run("insert into audit_events (event) values ('x') returning id, tableoid::regclass::text as part");
    expect(next).toEqual({ id: "101", part: "audit_events_first" });
    const later = `insert into audit_events (at, event) values ('${monthAgo(-1)}-01 00:00+00', 'x') returning tableoid::regclass::text as part`;
    expect(await run(later)).toEqual([{ part: `audit_events_${monthAgo(-1).replace("-", "_")}` }]);
  });

  /** Applies the migration and undoes it. Returns what PostgreSQL told. */
  async function toldByMigration(): Promise<string> {
    const script = await readFile(join(shipped, "0060_history_in_months.sql"), "utf8");
    const client = new pg.Client({ connectionString: url });
    let told = "";
    client.on("notice", ({ message }) => (told += `${message}\n`));
    await client.connect();
    try {
      await client.query(`begin; set local client_min_messages = debug1; ${script}; rollback`);
    } finally {
      await client.end();
    }
    return told;
  }

  test("builds no index again, and reads no event if a checked constraint says where the first part ends", async () => {
    expect(await toldByMigration()).not.toContain('table "audit_events_first" is implied');
    const bound = `${monthAgo(-3)}-01 00:00+00`;
    await run(`alter table audit_events add constraint audit_events__first_months check (at < '${bound}') not valid`);
    await run("alter table audit_events validate constraint audit_events__first_months");
    const kept = "select indexrelid from pg_index where indrelid = (select oid from pg_class where relname = $$%$$) order by indexrelid";
    const indexes = await run(kept.replace("%", "audit_events"));
    expect(await toldByMigration()).toContain('table "audit_events_first" is implied by existing constraints');
    await migrate(store);
    // A later migration adds an index of its own.
    expect(await run(kept.replace("%", "audit_events_first"))).toEqual(expect.arrayContaining(indexes));
    const [end] = await run("select pg_get_expr(relpartbound, oid) as bound from pg_class where relname = 'audit_events_first'");
    expect(new Date(/TO \('(.+)'\)/.exec(String(end?.["bound"]))?.[1] ?? "")).toEqual(new Date(bound));
    expect(await run("select from pg_constraint where conname = 'audit_events__first_months'")).toEqual([]);
  });

  test("the index of refused logins, made beforehand on each month as docs/operating.md says, is taken over", async () => {
    await migrate(store, { folder: beforeIndex });
    const guide = await readFile(new URL("../../../../docs/operating.md", import.meta.url), "utf8");
    const [, statements = ""] = /\*\*Before the upgrade of a large history\*\* \(migration 0118\)[^]*?```sql\n([^]*?)```/.exec(guide) ?? [];
    // psql runs each value that a statement before \\gexec returns.
    const [months = ""] = statements.split("\\gexec");
    expect(months).toContain("create index concurrently");
    const made = await run(months);
    for (const [statement] of made.map((row) => Object.values(row))) await run(String(statement));
    const indexes = `select indexrelid from pg_index join pg_class c on c.oid = indexrelid
      where c.relkind = 'i' and pg_get_indexdef(indexrelid) ~ 'game_login_refused' order by indexrelid`;
    const before = await run(indexes);
    expect(before.length).toBe(made.length);
    expect(made.length).toBeGreaterThan(1);
    await migrate(store);
    expect(await run(indexes)).toEqual(before);
    const [whole] = await run("select indisvalid from pg_index where indexrelid = 'audit_events__refused_game_idx'::regclass");
    expect(whole).toEqual({ indisvalid: true });
  });

  test("refuses a constraint that does not end with a month, and changes nothing", async () => {
    await run(`alter table audit_events add constraint audit_events__first_months check (at < '${monthAgo(-3)}-02 00:00+00')`);
    await expect(migrate(store)).rejects.toThrow("must end with a month in UTC");
    expect(await run("select relkind from pg_class where relname = 'audit_events'")).toEqual([{ relkind: "r" }]);
  });

  test("leaves a portal's role its rights on the history, and none on its parts", async () => {
    const role = `portal_${randomUUID().slice(0, 8)}`;
    await run(`create role ${role} login password 'portal'`);
    await run(`grant select, insert on audit_events to ${role}`);
    await migrate(store);
    const [rights] = await run(`
      select has_table_privilege('${role}', 'audit_events', 'insert') and has_table_privilege('${role}', 'audit_events', 'select') as may,
        (select bool_or(has_table_privilege('${role}', inhrelid, 'select, insert, update, delete, truncate')) from pg_inherits
          where inhparent = 'audit_events'::regclass) as by_part`);
    expect(rights).toEqual({ may: true, by_part: false });
  });
});
