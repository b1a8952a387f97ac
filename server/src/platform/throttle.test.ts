/** Attempts counted under several keys at the same time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestStore } from "#test/test-store.ts";
import type { TestStore } from "#test/test-store.ts";
import { addressPolicy, forgetAttempts, returnAttempt, takeAttempts } from "./throttle.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const orders = [
  ["a", "b", "c"],
  ["c", "a", "b"],
  ["b", "c", "a"],
];

test("hundreds of attempts under the same keys are counted and given back without a deadlock", async () => {
  const { database } = store;
  const attempt = async (keys: string[]): Promise<void> => {
    await takeAttempts(
      database,
      keys.map((key) => ({ key, policy: { ...addressPolicy, free: 10_000, stopAt: 20_000 } })),
    );
    await returnAttempt(database, keys, "ends");
  };
  await Promise.all(Array.from({ length: 600 }, (_, count) => attempt(orders[count % 3] ?? [])));
  const rows = await database.selectFrom("throttles").select(["key", "failures"]).orderBy("key").execute();
  expect(rows).toEqual(["a", "b", "c"].map((key) => ({ key, failures: 0 })));
  await Promise.all(Array.from({ length: 30 }, (_, count) => forgetAttempts(database, orders[count % 3] ?? [])));
  expect(await database.selectFrom("throttles").selectAll().execute()).toEqual([]);
});
