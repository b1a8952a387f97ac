/** Attempts counted under several keys at the same time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestStore } from "#test/test-store.ts";
import type { TestStore } from "#test/test-store.ts";
import { addressPolicy, forgetAttempts, returnAttempt, takeAttempt, takeAttempts } from "./throttle.ts";

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

test("an attempt that is given back does not end the wait that another's failure began meanwhile", async () => {
  const { database } = store;
  const policy = { ...addressPolicy, free: 1, firstWaitSeconds: 600 };
  await takeAttempt(database, "full", { ...policy, free: 0 });
  const refused = await database.transaction().execute(async (transaction) => {
    await transaction.selectFrom("throttles").select("key").where("key", "=", "full").forUpdate().execute();
    const keys = ["shared", "full"];
    const attempt = takeAttempts(
      database,
      keys.map((key) => ({ key, policy })),
    ).catch((error: unknown) => error);
    const count = () => database.selectFrom("throttles").select("failures").where("key", "=", "shared").executeTakeFirst();
    while ((await count()) === undefined);
    // The second failure under the shared key begins a wait.
    expect(await takeAttempt(database, "shared", policy)).toBe(2);
    // In an object, because the transaction would wait for a bare promise, which waits for the transaction.
    return { attempt };
  });
  expect(await refused.attempt).toMatchObject({ code: "errors.tooManyAttempts" });
  await expect(takeAttempt(database, "shared", policy)).rejects.toMatchObject({ code: "errors.tooManyAttempts" });
  await forgetAttempts(database, ["full", "shared"]);
});

test("an attempt that is given back ends the wait that it began itself", async () => {
  const { database } = store;
  const policy = { ...addressPolicy, free: 0, firstWaitSeconds: 600 };
  await takeAttempt(database, "full", policy);
  const counts = ["own", "full"].map((key) => ({ key, policy }));
  await expect(takeAttempts(database, counts)).rejects.toMatchObject({ code: "errors.tooManyAttempts" });
  expect(await takeAttempt(database, "own", policy)).toBe(1);
  await forgetAttempts(database, ["full", "own"]);
});
