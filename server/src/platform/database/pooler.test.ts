/** DATABASE_POOLER: what the portal asks of a server when PgBouncer may give each transaction another connection. */
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StartRefusal } from "#/platform/settings.ts";
import { asAdmin, createTestDatabase, isEmbedded } from "#test/test-store.ts";
import { openStore } from "./connect.ts";
import type { Store } from "./connect.ts";
import { openMigratedStore } from "./open-migrated.ts";

const ignore = (): void => undefined;
const run = (script: string): Promise<unknown> => asAdmin((client) => client.query(script));

describe.skipIf(isEmbedded)("behind a pooler", () => {
  const role = `pooled_${process.pid}`;
  let url: string;
  let store: Store | undefined;
  beforeEach(async () => {
    url = await createTestDatabase({ isEmpty: true });
    // A superuser, so that it may migrate a database of another owner. Time limits hold for it too.
    await run(`create role ${role} superuser login`);
  });
  afterEach(async () => {
    await store?.close();
    store = undefined;
    await run(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
    await run(`drop role ${role}`);
  });

  const urlOfRole = (): string => {
    const address = new URL(url);
    address.username = role;
    return address.href;
  };

  const limitsOf = async ({ database }: Store): Promise<unknown> => {
    const { rows } = await sql`
      select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`.execute(
      database,
    );
    return rows[0];
  };

  test.each([
    ["off", { statement: "7s", idle: "10s" }],
    ["prepared", { statement: "0", idle: "0" }],
    ["transaction", { statement: "0", idle: "0" }],
  ] as const)("with %s the connection asks for these time limits: %j", async (pooler, limits) => {
    store = await openStore({ kind: "postgres", url, directUrl: url, pooler, statementSeconds: 7 }, ignore);
    expect(await limitsOf(store)).toEqual(limits);
  });

  test.each([
    ["prepared", 1],
    ["transaction", 0],
  ] as const)("with %s a connection has %i statements under a name", async (pooler, count) => {
    store = await openStore({ kind: "postgres", url, directUrl: url, pooler }, ignore);
    const names = await store.database.transaction().execute(async (transaction) => {
      await sql`select ${"x"}::text as value`.execute(transaction);
      return (await sql`select name from pg_prepared_statements`.execute(transaction)).rows;
    });
    expect(names).toHaveLength(count);
  });

  test("a role without time limits of its own is refused with the statements that set them, and starts after them", async () => {
    const settings = { kind: "postgres", url: urlOfRole(), directUrl: url, pooler: "transaction", statementSeconds: 7 } as const;
    const refusal: unknown = await openMigratedStore(settings, ignore, { say: ignore }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartRefusal);
    const statements = /Run, .*?: (alter role .*?); (alter role .*?)\. Then/.exec(String(refusal))?.slice(1) ?? [];
    expect(statements).toHaveLength(2);
    for (const statement of statements) await run(statement);
    store = await openMigratedStore(settings, ignore, { say: ignore });
    expect(await limitsOf(store)).toEqual({ statement: "7s", idle: "10s" });
  });

  test("a DATABASE_DIRECT_URL that leads to another database is refused", async () => {
    const directUrl = await createTestDatabase({ isEmpty: true });
    const settings = { kind: "postgres", url, directUrl, pooler: "transaction" } as const;
    const refusal: unknown = await openMigratedStore(settings, ignore, { say: ignore }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartRefusal);
    expect(String(refusal)).toContain("DATABASE_DIRECT_URL leads to the database");
    await run(`drop database ${new URL(directUrl).pathname.slice(1)} with (force)`);
  });

  test("scripts, such as migrations, and notifications do not pass it", async () => {
    const nowhere = "postgres://storyport@127.0.0.1:1/storyport";
    store = await openStore({ kind: "postgres", url: nowhere, directUrl: url, pooler: "transaction" }, ignore);
    expect(await store.withScripts((script) => script("select 1 as one"))).toEqual([{ one: 1 }]);
    let isThere = false;
    await store.listen("a_channel", { onMessage: ignore, onGap: () => (isThere = true) });
    expect(isThere).toBe(true);
  });

  test("the pool holds as many connections as the setting says", async () => {
    store = await openStore({ kind: "postgres", url, poolSize: 3 }, ignore);
    const pool = store;
    await Promise.all(Array.from({ length: 12 }, () => sql`select pg_sleep(0.05)`.execute(pool.database)));
    expect(pool.poolUse()).toMatchObject({ idle: 3, most: 3 });
  });
});
