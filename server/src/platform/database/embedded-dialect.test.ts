/** The embedded database is one connection in this thread, so endless work must not block all other requests. */
import { setImmediate as nextRound } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "./connect.ts";
import type { Store } from "./connect.ts";
import { isDatabaseAway } from "./database-faults.ts";
import { Line } from "./embedded-dialect.ts";

let store: Store;
beforeAll(async () => {
  store = await openStore({ kind: "embedded", folder: "memory://" }, () => undefined);
});
afterAll(() => store.close());

const write = (value: number) =>
  store.database.transaction().execute(async (transaction) => sql<{ value: number }>`select ${value}::int as value`.execute(transaction));

test("sockets are read between two transactions of a long import", async () => {
  let rounds = 0;
  const ending = new AbortController();
  const count = async (): Promise<void> => {
    await nextRound();
    rounds += 1;
    if (!ending.signal.aborted) await count();
  };
  const counting = count();
  for (let line = 0; line < 50; line++) await write(line);
  ending.abort();
  await counting;
  expect(rounds).toBeGreaterThanOrEqual(50);
});

test("a call during four imports waits for one line of each, not for all of them", async () => {
  const order: string[] = [];
  const imports = Array.from({ length: 4 }, async (_, which) => {
    for (let line = 0; line < 10; line++) {
      await write(line);
      order.push(`import ${which}`);
    }
  });
  await write(0);
  const before = order.length;
  await write(0);
  order.push("written");
  await Promise.all(imports);
  expect(order).toHaveLength(41);
  expect(order.indexOf("written") - before).toBeLessThanOrEqual(4);
});

test("each of fifty concurrent uses has the connection alone, even if others throw", async () => {
  let inside = 0;
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, async (_, index) =>
      store.database.transaction().execute(async (transaction) => {
        expect(++inside).toBe(1);
        await sql`select ${index}::int`.execute(transaction);
        inside -= 1;
        if (index % 2 === 1) throw new Error("refused");
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(25);
});

test("a wait that is too long fails as busy, and later ones get their turn", async () => {
  const line = new Line(20);
  await line.take();
  const error: unknown = await line.take().catch((fault: unknown) => fault);
  expect(isDatabaseAway(error)).toBe(true);
  const next = line.take();
  line.leave();
  await next;
});

test("a bigint is text and bytes are a buffer, as the other driver returns them", async () => {
  const { rows } = await sql<{ number: unknown; bytes: unknown }>`select 7::bigint as number, '\\x01'::bytea as bytes`.execute(
    store.database,
  );
  expect(rows).toEqual([{ number: "7", bytes: Buffer.from([1]) }]);
});
