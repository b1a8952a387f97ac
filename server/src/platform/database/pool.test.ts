/** Statements with parameters are prepared under a name, once per connection. Some share a round trip. */
import { CompiledQuery, sql } from "kysely";
import type { Transaction } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSomebodyWaiting } from "#test/meanwhile.ts";
import { createTestStore, isEmbedded } from "#test/test-store.ts";
import type { TestStore } from "#test/test-store.ts";
import { isDatabaseAway } from "./database-faults.ts";
import { sendTogether } from "./send-together.ts";
import type { Tables } from "./tables.ts";

describe.skipIf(isEmbedded)("on PostgreSQL", () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await createTestStore();
  });
  afterAll(() => store.close());

  test("a statement with parameters is prepared once, one without is not", async () => {
    const prepared = await store.database.transaction().execute(async (transaction) => {
      for (let count = 0; count < 3; count++) {
        await transaction.selectFrom("accounts").select("id").where("email", "=", `${count}@school.example`).execute();
      }
      await sql`select 1 as unnamed`.execute(transaction);
      const { rows } = await sql<{ name: string; statement: string }>`select name, statement from pg_prepared_statements`.execute(
        transaction,
      );
      return rows;
    });
    expect(prepared.filter(({ statement }) => statement.includes('from "accounts"'))).toMatchObject([
      { name: expect.stringMatching(/^storyport_\d+$/) },
    ]);
    expect(JSON.stringify(prepared)).not.toContain("unnamed");
  });

  test("no statement is compiled, because that takes longer than any of ours", async () => {
    const { rows } = await sql<{ jit: string }>`show jit`.execute(store.database);
    expect(rows).toEqual([{ jit: "off" }]);
  });

  test("two texts never share a name, on any connection", async () => {
    const ask = (text: string) => store.database.executeQuery<{ answer: string }>(CompiledQuery.raw(text, ["x"]));
    const texts = Array.from({ length: 60 }, (_, index) => `select $1::text || '${index}' as answer`);
    const answers = await Promise.all([...texts, ...texts].map(ask));
    expect(answers.map(({ rows }) => rows[0]?.answer)).toEqual([...texts, ...texts].map((_, index) => `x${index % 60}`));
  });

  test("beyond a thousand texts further ones run without a name", async () => {
    const { rows, prepared } = await store.database.transaction().execute(async (transaction) => {
      for (let index = 0; index < 1010; index++) {
        await transaction.executeQuery(CompiledQuery.raw(`select $1::text as t${index}`, ["x"]));
      }
      const last = await transaction.executeQuery<{ last: string }>(CompiledQuery.raw("select $1::text as last", ["y"]));
      const names = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(transaction);
      return { rows: last.rows, prepared: names.rows.map(({ statement }) => statement) };
    });
    expect(rows).toEqual([{ last: "y" }]);
    expect(prepared).toContain("select $1::text as t900");
    expect(prepared).not.toContain("select $1::text as last");
  });

  async function openTransactions(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(store.database);
    return rows[0]?.count ?? -1;
  }

  test("a transaction begins with its first statement, not before", async () => {
    await store.database.transaction().execute(async (transaction) => {
      expect(await openTransactions()).toBe(0);
      await sql`select 1`.execute(transaction);
      expect(await openTransactions()).toBe(1);
    });
    expect(await openTransactions()).toBe(0);
  });

  test("after a first statement that fails, and without any statement, no transaction stays open", async () => {
    const divide = store.database.transaction().execute((transaction) => sql`select 1 / 0`.execute(transaction));
    await expect(divide).rejects.toThrow("division by zero");
    await store.database.transaction().execute(() => Promise.resolve());
    const empty = store.database.transaction().execute(() => Promise.reject(new Error("a refusal")));
    await expect(empty).rejects.toThrow("a refusal");
    expect(await openTransactions()).toBe(0);
  });

  test("the error that ended a transaction is thrown, also if it ended the connection and the rollback fails", async () => {
    const becomesReadOnly = store.database.transaction().execute(async (transaction) => {
      await sql`set transaction read only`.execute(transaction);
      await transaction.executeQuery(aThrottle("never"));
    });
    await expect(becomesReadOnly).rejects.toMatchObject({ code: "25006" });
    await expect.poll(openTransactions).toBe(0);
  });

  describe("of a lock and a read sent together", () => {
    beforeAll(async () => {
      await store.database.executeQuery(aThrottle("held"));
    });

    const [lock, read] = ["select key from throttles where key = $1 for update", "select failures from throttles where key = $1"].map(
      (text) => CompiledQuery.raw(text, ["held"]),
    ) as [CompiledQuery, CompiledQuery];

    /** Sends both while another transaction holds the row and has written `failures`. It commits after `meanwhile`. */
    async function lockAndRead(failures: number, meanwhile: Meanwhile = untilItWaits, before = "select 1"): Promise<unknown> {
      const { sent } = await store.database.transaction().execute(async (holder) => {
        await holder.updateTable("throttles").set({ failures }).where("key", "=", "held").execute();
        const pending = store.database.transaction().execute(async (transaction) => {
          await sql.raw(before).execute(transaction);
          return (await sendTogether(transaction, lock, read)).rows;
        });
        const settled = pending.catch((error: unknown) => error);
        await meanwhile(holder, settled);
        // In an object, because the transaction would wait for a bare promise, which waits for the transaction.
        return { sent: settled };
      });
      return sent;
    }

    type Meanwhile = (holder: Transaction<Tables>, settled: Promise<unknown>) => Promise<unknown>;

    async function untilItWaits(): Promise<void> {
      while (!(await isSomebodyWaiting(store.database)));
    }

    test("the read sees what was written while the lock waited", async () => {
      expect(await lockAndRead(2)).toEqual([{ failures: 2 }]);
    });

    test("the error of the lock is thrown, and both work again afterwards", async () => {
      const failed = await lockAndRead(3, (_holder, settled) => settled, "set local lock_timeout = '1ms'");
      expect(failed).toMatchObject({ code: "55P03" });
      expect(await openTransactions()).toBe(0);
      expect(await lockAndRead(4)).toEqual([{ failures: 4 }]);
    });

    test("a cut connection fails both, counts as the database being away, and leaves nothing open", async () => {
      const cut = await lockAndRead(5, async (holder, settled) => {
        await untilItWaits();
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(holder);
        await settled;
      });
      expect(cut).toMatchObject({ code: "57P01" });
      expect(isDatabaseAway(cut)).toBe(true);
      await expect.poll(openTransactions).toBe(0);
      expect(await lockAndRead(6)).toEqual([{ failures: 6 }]);
    });
  });
});

test("of two statements sent together the second sees what the first wrote, and its rows return", async () => {
  const store = await createTestStore();
  const { rows } = await store.database
    .transaction()
    .execute((transaction) => sendTogether(transaction, aThrottle("first"), CompiledQuery.raw("select key from throttles")));
  expect(rows).toEqual([{ key: "first" }]);
  await store.close();
});

test("if the first of two statements sent together fails, the second has no effect either", async () => {
  const store = await createTestStore();
  const failing = CompiledQuery.raw("select 1 / 0");
  const sent = store.database.transaction().execute((transaction) => sendTogether(transaction, failing, aThrottle("second")));
  await expect(sent).rejects.toThrow("division by zero");
  expect(await store.database.selectFrom("throttles").select("key").execute()).toEqual([]);
  await store.close();
});

const aThrottle = (key: string): CompiledQuery =>
  CompiledQuery.raw("insert into throttles (key, failures, window_ends_at, blocked_until) values ($1, 1, now(), now())", [key]);
