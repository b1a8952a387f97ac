import { performance } from "node:perf_hooks";
import type { KyselyPlugin } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { openStore } from "#/platform/database/connect.ts";
import { aGame } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import { createGameOrigins } from "./list-game-origins.ts";

afterEach(() => void vi.restoreAllMocks());

/** Counts the queries that begin. */
function counting() {
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { plugin, count: () => count };
}

test("fifty pages at the same time share one query, and the next page needs none", async () => {
  const portal = await buildTestPortal();
  const { plugin, count } = counting();
  const list = createGameOrigins({ database: portal.context.database.withPlugin(plugin) });
  await Promise.all(Array.from({ length: 50 }, () => list()));
  await list();
  expect(count()).toBe(1);
  await portal.close();
});

test("callbacks at 127.0.0.1 are named with any port, and those at [::1] not, because browsers refuse them", async () => {
  const portal = await buildTestPortal();
  await aGame(portal, {
    callbacks: [
      { url: "http://127.0.0.1/four", kind: "LOOPBACK" },
      { url: "http://[::1]/six", kind: "LOOPBACK" },
    ],
  });
  expect(await createGameOrigins(portal.context)()).toEqual(["http://127.0.0.1:*"]);
  await portal.close();
});

test("while the database is away pages do not ask it again for five seconds", async () => {
  const store = await openStore({ kind: "postgres", url: "postgres://nobody@127.0.0.1:1/none" }, () => undefined);
  const { plugin, count } = counting();
  const list = createGameOrigins({ database: store.database.withPlugin(plugin) });
  const now = vi.spyOn(performance, "now").mockReturnValue(1000);
  expect([await list(), await list(), count()]).toEqual([[], [], 1]);
  now.mockReturnValue(5999);
  await list();
  expect(count()).toBe(1);
  now.mockReturnValue(6000);
  expect([await list(), count()]).toEqual([[], 2]);
  await store.close();
});
