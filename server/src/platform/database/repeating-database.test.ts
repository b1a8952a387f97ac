/** Real transactions that deadlock (PostgreSQL, 40P01) or fail to serialize (40001). */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestStore, isEmbedded } from "#test/test-store.ts";
import type { TestStore } from "#test/test-store.ts";
import { isDatabaseAway } from "./database-faults.ts";
import { sendTogether } from "./send-together.ts";

describe.skipIf(isEmbedded)("on PostgreSQL", () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await createTestStore();
    await store.withScripts(async (run) => run("create table counters (name text primary key, value int not null)"));
    await sql`insert into counters values ('one', 0), ('other', 0)`.execute(store.database);
  });
  afterAll(() => store.close());

  const valuesOf = async () => {
    const { rows } = await sql<{ value: number }>`select value from counters order by name`.execute(store.database);
    return rows.map(({ value }) => value);
  };

  test("one of two deadlocked transactions is retried, and each takes effect once", async () => {
    const bothHoldOne = Promise.withResolvers<void>();
    const begun: string[] = [];
    const add = (first: string, second: string) =>
      store.database.transaction().execute(async (transaction) => {
        await sql`update counters set value = value + 1 where name = ${first}`.execute(transaction);
        if (begun.push(first) === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
        await sql`update counters set value = value + 1 where name = ${second}`.execute(transaction);
        return first;
      });
    expect(await Promise.all([add("one", "other"), add("other", "one")])).toEqual(["one", "other"]);
    expect(begun).toHaveLength(3);
    expect(await valuesOf()).toEqual([2, 2]);
  });

  test("a lock that deadlocks is retried, although the read that was sent with it fails for another reason", async () => {
    const before = await valuesOf();
    const bothHoldOne = Promise.withResolvers<void>();
    const begun: string[] = [];
    const change = (first: string, second: string) =>
      store.database.transaction().execute(async (transaction) => {
        await sql`update counters set value = value + 1 where name = ${first}`.execute(transaction);
        if (begun.push(first) === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
        const lock = sql`select from counters where name = ${second} for update`.compile(transaction);
        await sendTogether(transaction, lock, sql`select value from counters where name = ${second}`.compile(transaction));
      });
    const [one, other] = before;
    await Promise.all([change("one", "other"), change("other", "one")]);
    expect(begun).toHaveLength(3);
    expect(await valuesOf()).toEqual([(one ?? 0) + 1, (other ?? 0) + 1]);
  });

  test.each(["40P01", "40001"])(
    "a transaction that always fails with %s is given up after the third try, as if the database were away",
    async (code) => {
      let attempts = 0;
      const failing = store.database.transaction().execute(async (transaction) => {
        attempts += 1;
        await sql`do ${sql.raw(`$$ begin raise exception 'undone' using errcode = '${code}'; end $$`)}`.execute(transaction);
      });
      const error: unknown = await failing.catch((fault: unknown) => fault);
      expect(isDatabaseAway(error)).toBe(true);
      expect(attempts).toBe(3);
    },
  );

  test("a transaction with an isolation level that fails to serialize is retried with that level", async () => {
    let attempts = 0;
    await store.database
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (transaction) => {
        await sql`select from counters`.execute(transaction);
        attempts += 1;
        // The first attempt writes what another transaction has changed since its snapshot.
        if (attempts === 1) await sql`update counters set value = 10 where name = 'one'`.execute(store.database);
        await sql`update counters set value = value + 1 where name = 'one'`.execute(transaction);
      });
    expect(attempts).toBe(2);
    expect((await valuesOf())[0]).toBe(11);
  });

  test("any other failure is thrown at once", async () => {
    let attempts = 0;
    const failing = store.database.transaction().execute(async (transaction) => {
      attempts += 1;
      await sql`insert into counters values ('one', 0)`.execute(transaction);
    });
    await expect(failing).rejects.toMatchObject({ code: "23505" });
    expect(attempts).toBe(1);
  });
});
