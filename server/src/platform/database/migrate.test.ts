/** Migrations: forward only, each once, whoever comes first (five processes at once). */
import { readdirSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { StartRefusal } from "#/platform/settings.ts";
import { runScript } from "#test/run-script.ts";
import { createTestDatabase, createTestStore, isEmbedded } from "#test/test-store.ts";
import type { TestStore } from "#test/test-store.ts";
import { openStore } from "./connect.ts";
import { migrate } from "./migrate.ts";

const files = readdirSync(new URL("../../../migrations/", import.meta.url)).filter((name) => name.endsWith(".sql"));

let store: TestStore | undefined;
afterEach(async () => {
  await store?.close();
  store = undefined;
});

test("a migrated database is left as it is", async () => {
  store = await createTestStore();
  expect(await migrate(store)).toEqual([]);
  const applied = await store.withScripts((run) => run("select name from migrations order by name"));
  expect(applied.map(({ name }) => name)).toEqual(files.toSorted());
});

test("a migration that was changed after it had been applied is refused, by name", async () => {
  store = await createTestStore();
  await store.withScripts((run) => run("update migrations set sha256 = 'other' where name like '0003%'"));
  const refusal = await migrate(store).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartRefusal);
  expect(String(refusal)).toContain("Migration 0003_roles.sql was changed after it had been applied. Add a new migration instead.");
});

test("a migration that fails leaves nothing of itself and of those before it in the same run", async () => {
  store = await createTestStore();
  await store.withScripts(async (run) => {
    // Two to apply again, of which the second finds its tables there already and fails.
    await run("delete from migrations where name like '0008%'");
    await run("drop table outbox");
  });
  await expect(migrate(store)).rejects.toThrow(/already exists/);
  const left = await store.withScripts((run) =>
    run("select to_regclass('outbox') as outbox, (select count(*)::int from migrations) as count"),
  );
  expect(left).toEqual([{ outbox: null, count: files.length - 1 }]);
});

describe.skipIf(isEmbedded)("on PostgreSQL", () => {
  test("of five processes started at once on an empty database one migrates, and none fails", async () => {
    const url = await createTestDatabase({ isEmpty: true });
    const scripts = Array.from({ length: 5 }, () => runScript("test/scripts/migrate-once.ts", { DATABASE_URL: url }));
    const codes = await Promise.all(scripts.map(({ ended }) => ended));
    expect(codes, scripts.map(({ output }) => output()).join("\n")).toEqual([0, 0, 0, 0, 0]);
    const counts = scripts.map(({ output }) => Number(/applied (\d+)/.exec(output())?.[1])).toSorted((a, b) => b - a);
    expect(counts).toEqual([files.length, 0, 0, 0, 0]);
  });

  test("a database that does not answer is a sentence at the start, without its password", async () => {
    const away = await openStore({ kind: "postgres", url: "postgres://storyport:canary-pw@127.0.0.1:1/storyport" }, () => undefined);
    const refusal = await migrate(away).catch((error: unknown) => error);
    await away.close();
    expect(refusal).toBeInstanceOf(StartRefusal);
    expect(String(refusal)).toContain("127.0.0.1:1");
    expect(String(refusal)).not.toContain("canary-pw");
  });
});
