/** What the operator reads when a statement of the database failed. */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestStore, isEmbedded } from "#test/test-store.ts";
import type { TestStore } from "#test/test-store.ts";
import { connectionAdvice } from "./database-faults.ts";

describe.skipIf(isEmbedded)("a database that answers is not called away", () => {
  let store: TestStore;
  beforeEach(async () => {
    store = await createTestStore();
  });
  afterEach(() => store.close());

  const adviceAfter = async (...statements: RawBuilder<unknown>[]): Promise<string | undefined> => {
    const run = store.database.transaction().execute(async (transaction) => {
      for (const statement of statements) await statement.execute(transaction);
    });
    return connectionAdvice(await run.catch((error: unknown) => error));
  };

  test("when it ends a statement by its time limit", async () => {
    expect(await adviceAfter(sql`set local statement_timeout = 50`, sql`select pg_sleep(10)`)).toBe(
      "The database ended a statement (canceling statement due to statement timeout). If the statement needs more time, try again while " +
        "the database has less to do, or raise the limit: DATABASE_STATEMENT_SECONDS, or statement_timeout of the role.",
    );
  });

  test("when a statement waits too long for a lock", async () => {
    await store.database.transaction().execute(async (holder) => {
      await sql`lock table games`.execute(holder);
      expect(await adviceAfter(sql`set local lock_timeout = 50`, sql`select from games`)).toBe(
        "Another program holds what a statement needs (canceling statement due to lock timeout). Wait for its end or end it, and try again.",
      );
    });
  });
});
