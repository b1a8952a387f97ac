/** The sweep works in batches, one process at a time, table by table, and says when it last ended. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { KyselyPlugin } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openStore } from "#/platform/database/connect.ts";
import type { Database } from "#/platform/database/connect.ts";
import { createFakeClock } from "#test/fake-clock.ts";
import { createTestStore, isEmbedded } from "#test/test-store.ts";
import type { TestStore } from "#test/test-store.ts";
import { sweepRules } from "./sweep-rules.ts";
import { oldestRows, removal, rowsOfBlocks, sweep } from "./sweep.ts";

const throttlesOnly = sweepRules.filter(({ table }) => table === "throttles");
const fast = { pauseMs: 0, rules: throttlesOnly };

let store: TestStore;
let warnings: unknown[];
const silent = (): void => undefined;
const log = { info: silent, error: silent, debug: silent, warn: (about: unknown) => void warnings.push(about) };
beforeEach(async () => {
  store = await createTestStore();
  warnings = [];
});
afterEach(() => store.close());

/** Adds rows to the table with the simplest rows, which ended a minute ago. */
async function plant(count: number): Promise<void> {
  await sql`
    insert into throttles (key, failures, window_ends_at, blocked_until)
    select gen_random_uuid()::text, 1, now() - interval '1 minute', now() - interval '1 minute' from generate_series(1, ${count}::int)`.execute(
    store.database,
  );
}

async function left(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from throttles`.execute(store.database);
  return rows[0]?.count ?? -1;
}

async function runOf(name: string) {
  const row = await store.database.selectFrom("sweep_runs").selectAll().where("name", "=", name).executeTakeFirstOrThrow();
  return { ...row, removed: Number(row.removed), removed_in_all: Number(row.removed_in_all) };
}

/** Calls back after each batch, with what it removed. */
function watched(afterBatch: (removed: number) => Promise<void> | void, database: Database = store.database): Database {
  const watching: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const [row] = result.rows;
      if (row !== undefined && "removed" in row) await afterBatch(Number(row["removed"]));
      return result;
    },
  };
  return database.withPlugin(watching);
}

test("a table is emptied in batches, and its row says what was removed and when", async () => {
  await plant(12);
  const batches: number[] = [];
  await sweep({ database: watched((removed) => void batches.push(removed)), log }, { ...fast, rows: 5 });
  expect(batches).toEqual([5, 5, 2]);
  await plant(3);
  await sweep({ database: store.database, log }, fast);
  const run = await runOf("throttles");
  expect(run).toMatchObject({ removed: 3, removed_in_all: 15, error: null });
  expect(run.finished_at?.getTime()).toBeGreaterThanOrEqual(run.started_at.getTime());
  expect(await left()).toBe(0);
});

test("sessions are swept a range of blocks at a time, to the last block", async () => {
  await sql`insert into accounts (id, status) values (${randomUUID()}, 'CREATED')`.execute(store.database);
  await sql`
    insert into sessions (digest, account_id, login_type, device_name, idle_seconds, expires_at)
    select substring(sha256(n::text::bytea) for 16), a.id, 'PASSWORD', repeat('x', 200), 60, now() + (n % 3 - 1.5) * interval '1 hour'
    from generate_series(1, 300) n, accounts a`.execute(store.database);
  const batches: number[] = [];
  const rules = sweepRules.filter(({ table }) => table === "sessions");
  const before = await sessionCount();
  // A block at a time: the sweep counts forty rows to a block (`rowsOfBlock`), and some 26 of these fit.
  await sweep({ database: watched((removed) => void batches.push(removed)), log }, { rows: 40, pauseMs: 0, rules });
  expect(batches.length).toBeGreaterThan(5);
  expect(Math.max(...batches)).toBeLessThan(100);
  // Two of three had ended.
  expect(await sessionCount()).toBe(before - 200);
});

async function sessionCount(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from sessions`.execute(store.database);
  return rows[0]?.count ?? -1;
}

test("a table that fails is logged and noted, the others are swept, and the next run clears the note", async () => {
  const { database } = store;
  await plant(2);
  await sql`create function refuse_sweep() returns trigger language plpgsql as 'begin raise exception ''not today''; end'`.execute(
    database,
  );
  await sql`create trigger refuse_sweep before delete on throttles for each row execute function refuse_sweep()`.execute(database);
  await sweep({ database, log }, { pauseMs: 0 });
  expect(await runOf("throttles")).toMatchObject({ error: "not today", finished_at: null, removed: 0 });
  expect(warnings).toMatchObject([{ table: "throttles" }]);
  const finished = await database.selectFrom("sweep_runs").select("name").where("finished_at", "is not", null).execute();
  expect(finished).toHaveLength(sweepRules.length - 1);
  await sql`drop trigger refuse_sweep on throttles`.execute(database);
  await sweep({ database, log }, { pauseMs: 0 });
  expect(await runOf("throttles")).toMatchObject({ error: null, finished_at: expect.any(Date), removed: 2 });
});

describe("the lease", () => {
  test("lets one of fifty calls sweep", async () => {
    await plant(40);
    let batches = 0;
    const database = watched(() => void batches++);
    // The pauses keep the sweep of the first running until all have asked.
    await Promise.all(Array.from({ length: 50 }, () => sweep({ database, log }, { ...fast, rows: 5, pauseMs: 100 })));
    // Eight full batches, and one that finds nothing.
    expect(batches).toBe(9);
    expect(await runOf("throttles")).toMatchObject({ removed: 40, removed_in_all: 40 });
  });

  test("of a process that died counts until its end, and then another sweeps", async () => {
    await plant(1);
    const { database } = store;
    await database
      .insertInto("sweep_lease")
      .values({ holder: randomUUID(), held_until: sql<Date>`now() + interval '1 minute'` })
      .execute();
    await sweep({ database, log }, fast);
    expect(await left()).toBe(1);
    await createFakeClock(database).travel(61);
    await sweep({ database, log }, fast);
    expect(await left()).toBe(0);
  });

  test("stops a process that lost it after its present batch", async () => {
    await plant(15);
    const takeAway = async (): Promise<void> => {
      await store.database.updateTable("sweep_lease").set({ holder: randomUUID() }).execute();
    };
    await sweep({ database: watched(takeAway), log }, { ...fast, rows: 5 });
    expect(await left()).toBe(10);
    expect(warnings).toEqual([]);
  });
});

test("a process that stops ends its sweep after the present batch, and gives the lease back", async () => {
  await plant(15);
  const stopping = new AbortController();
  await sweep({ database: watched(() => stopping.abort()), log }, { ...fast, rows: 5, signal: stopping.signal });
  expect(await left()).toBe(10);
  await sweep({ database: store.database, log }, fast);
  expect(await left()).toBe(0);
});

describe.skipIf(isEmbedded)("on PostgreSQL", () => {
  test("a batch that meets the time limit of statements is tried again with a tenth of the rows", async () => {
    await plant(1000);
    await sql`create function slow_sweep() returns trigger language plpgsql as 'begin perform pg_sleep(0.002); return old; end'`.execute(
      store.database,
    );
    await sql`create trigger slow_sweep before delete on throttles for each row execute function slow_sweep()`.execute(store.database);
    // A thousand rows take two seconds, and a hundred a fifth of a second.
    const limits = { connection: 5000, statement: 1000, query: 10_000 };
    const limited = await openStore({ kind: "postgres", url: store.url ?? "" }, silent, { limits });
    const batches: number[] = [];
    await sweep({ database: limited.database, log }, { ...fast, rows: 1000, onBatch: ({ removed }) => batches.push(removed) });
    await limited.close();
    expect(batches[0]).toBe(100);
    expect(await left()).toBe(0);
    expect(warnings).toEqual([]);
  });

  test("after batches that took too long the sweep grows back to the usual number of rows", async () => {
    await plant(500);
    // The oldest.
    await sql`
      insert into throttles (key, failures, window_ends_at, blocked_until)
      select 'slow ' || n, 1, now() - interval '1 hour', now() - interval '1 hour' from generate_series(1, 60) n`.execute(store.database);
    await sql`
      create function slow_sweep() returns trigger language plpgsql as
      'begin if old.key like ''slow %'' then perform pg_sleep(0.02); end if; return old; end'`.execute(store.database);
    await sql`create trigger slow_sweep before delete on throttles for each row execute function slow_sweep()`.execute(store.database);
    const limits = { connection: 5000, statement: 1000, query: 10_000 };
    const limited = await openStore({ kind: "postgres", url: store.url ?? "" }, silent, { limits });
    const batches: number[] = [];
    await sweep({ database: limited.database, log }, { ...fast, rows: 100, onBatch: ({ removed }) => batches.push(removed) });
    await limited.close();
    // The sixty slow rows take 1.2 seconds.
    expect(batches[0]).toBe(10);
    expect(Math.max(...batches)).toBe(100);
    expect(await left()).toBe(0);
  });

  test("rows that each take thousands of others with them are removed one at a time, if even a few of them take too long", async () => {
    const { database } = store;
    await sql`insert into organizations (key, description) values ('Fjordskolen', 'Bergen')`.execute(database);
    await sql`
      insert into roster_runs (organization_id, source, status, is_whole, digest, classes, counts, made_at, decided_at)
      select id, 'ONEROSTER', 'APPLIED', true, 'd', '[]', '{}', now() - interval '31 days', now() from organizations, generate_series(1, 12)`.execute(
      database,
    );
    await sql`
      insert into roster_changes (run_id, position, class_position, kind, change)
      select id, position, 1, 'NEW', '{}' from roster_runs, generate_series(1, 50) position`.execute(database);
    await sql`create function slow_sweep() returns trigger language plpgsql as 'begin perform pg_sleep(0.005); return old; end'`.execute(
      database,
    );
    await sql`create trigger slow_sweep before delete on roster_changes for each row execute function slow_sweep()`.execute(database);
    // Five runs take more than a second, and one a quarter of it.
    const limits = { connection: 5000, statement: 1000, query: 10_000 };
    const limited = await openStore({ kind: "postgres", url: store.url ?? "" }, silent, { limits });
    const rules = sweepRules.filter(({ table }) => table === "roster_runs");
    await sweep({ database: limited.database, log }, { pauseMs: 0, rules });
    await limited.close();
    expect(await runOf("roster_runs")).toMatchObject({ removed: 12, error: null, finished_at: expect.any(Date) });
    expect(warnings).toEqual([]);
  });

  test("the lease outlives the longest batch and the pause after it, whatever the time limit of statements", async () => {
    await plant(1);
    // The most that DATABASE_STATEMENT_SECONDS may say.
    const limits = { connection: 5000, statement: 600_000, query: 601_000 };
    const limited = await openStore({ kind: "postgres", url: store.url ?? "" }, silent, { limits });
    const seconds: number[] = [];
    const readLease = async (): Promise<void> => {
      const left = sql<number>`extract(epoch from held_until - now())::float8`.as("left");
      seconds.push((await store.database.selectFrom("sweep_lease").select(left).executeTakeFirstOrThrow()).left);
    };
    await sweep({ database: watched(readLease, limited.database), log }, fast);
    await limited.close();
    expect(seconds).toHaveLength(1);
    expect(seconds[0]).toBeGreaterThan(2 * 600);
  });

  test("a row that a request changes while the sweep waits for it stays", async () => {
    await plant(1);
    const { database } = store;
    let sweeping: Promise<boolean> | undefined;
    await database.transaction().execute(async (transaction) => {
      await sql`update throttles set window_ends_at = now() + interval '1 hour'`.execute(transaction);
      sweeping = sweep({ database, log }, fast);
      await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 20_000, interval: 20 });
    });
    await sweeping;
    expect(await left()).toBe(1);
  });

  async function waiting(): Promise<number> {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from%'`.execute(
      store.database,
    );
    return rows.length;
  }

  test.each(sweepRules)("each batch of $table is found without reading the whole table", async (rule) => {
    // As many as a portal removes at once: 125 blocks hold some 5000 sessions.
    const which = rule.by === undefined ? rowsOfBlocks(0, 125) : oldestRows(rule, rule.by, 5000);
    const plan = await store.database.transaction().execute(async (transaction) => {
      // As with many rows. The tables of a test are so small that reading and sorting them is cheaper.
      await sql`set local enable_seqscan = off`.execute(transaction);
      await sql`set local enable_bitmapscan = off`.execute(transaction);
      const { rows } = await sql`explain (format json) ${removal(rule, which)}`.execute(transaction);
      return JSON.stringify(rows);
    });
    expect(plan).toContain(rule.by === undefined ? '"Tid Range Scan"' : '"Tid Scan"');
    expect(plan).not.toMatch(/"Seq Scan"|"Sort"/);
  });

  test("what refers to a swept row is found by an index", async () => {
    const { rows } = await sql<{ reference: string; has_index: boolean }>`
      select c.conrelid::regclass || '.' || a.attname as reference,
        exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]) as has_index
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = any (${sweepRules.map(({ table }) => table)}::text[]::regclass[])`.execute(store.database);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ has_index }) => !has_index)).toEqual([]);
  });
});
