/** Migrations go forward only and run once each, even if five processes start concurrently. */
import { readdirSync } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import { StartRefusal } from "#/platform/settings.ts";
import { runScript } from "#test/run-script.ts";
import { asAdmin, createTestDatabase, createTestStore, isEmbedded, openTestDatabase } from "#test/test-store.ts";
import type { TestStore } from "#test/test-store.ts";
import { openStore } from "./connect.ts";
import { migrate } from "./migrate.ts";
import { connectionTimeout } from "./pool.ts";

const shipped = fileURLToPath(new URL("../../../migrations/", import.meta.url));
const files = readdirSync(shipped).filter((name) => name.endsWith(".sql"));

const patient = { timeout: 20_000, interval: 50 };

const folders: string[] = [];

/** A folder of migrations with an additional last one. */
async function aFolder(script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "storyport-migrations-"));
  folders.push(folder);
  await cp(shipped, folder, { recursive: true });
  await writeFile(join(folder, "9999_of_a_test.sql"), script);
  return folder;
}

/** Counts the migrations that are now waiting for this event. */
async function migrators(event: "relation" | "PgSleep"): Promise<number> {
  const waiting = await store?.withScripts((run) =>
    run(`select pid from pg_stat_activity where datname = current_database() and wait_event = '${event}' and query ~ 'alter|pg_sleep'`),
  );
  return waiting?.length ?? 0;
}

/** A transaction that reads the players for a long time. */
async function aReader({ withScripts }: TestStore): Promise<{ done(): Promise<void> }> {
  const end = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const reading = withScripts(async (run) => {
    await run("begin; select count(*) from players");
    begun.resolve();
    await end.promise;
    await run("commit");
  });
  await begun.promise;
  return {
    done: () => {
      end.resolve();
      return reading;
    },
  };
}

let store: TestStore | undefined;
afterEach(async () => {
  await store?.close();
  store = undefined;
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

test("no two migrations share a number, because it decides their order", () => {
  const numbers = files.map((name) => /^\d{4}(?=_[a-z0-9_]+\.sql$)/.exec(name)?.[0]);
  expect(numbers.filter((number, index) => number === undefined || numbers.indexOf(number) !== index)).toEqual([]);
});

test("a migrated database stays unchanged", async () => {
  store = await createTestStore();
  expect(await migrate(store)).toEqual([]);
  const applied = await store.withScripts((run) => run("select name from migrations order by name"));
  expect(applied.map(({ name }) => name)).toEqual(files.toSorted());
});

test("a migration changed after it was applied is refused, by name", async () => {
  store = await createTestStore();
  await store.withScripts((run) => run("update migrations set sha256 = 'other' where name like '0003%'"));
  const refusal = await migrate(store).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartRefusal);
  expect(String(refusal)).toContain("Migration 0003_roles.sql was changed after it had been applied. Add a new migration instead.");
});

test("a failing migration undoes itself alone, and the next run goes on from there", async () => {
  store = await createTestStore();
  const folder = await aFolder("create table second (); select 1 / 0");
  await writeFile(join(folder, "9998_of_a_test.sql"), "create table first ()");
  await expect(migrate(store, { folder })).rejects.toThrow(/division by zero/);
  const state = await store.withScripts((run) =>
    run("select to_regclass('first')::text as first, to_regclass('second')::text as second, (select max(name) from migrations) as last"),
  );
  expect(state).toEqual([{ first: "first", second: null, last: "9998_of_a_test.sql" }]);
  await writeFile(join(folder, "9999_of_a_test.sql"), "create table second ()");
  expect(await migrate(store, { folder })).toEqual(["9999_of_a_test.sql"]);
});

describe.skipIf(isEmbedded)("on PostgreSQL", () => {
  test("an empty database gets all migrations or none", async () => {
    store = await openTestDatabase(await createTestDatabase({ isEmpty: true }));
    await expect(migrate(store, { folder: await aFolder("select 1 / 0") })).rejects.toThrow(/division by zero/);
    expect(await store.withScripts((run) => run("select to_regclass('accounts') as accounts"))).toEqual([{ accounts: null }]);
  });

  test("one of five concurrent processes migrates an empty database, and none fails", async () => {
    const url = await createTestDatabase({ isEmpty: true });
    const scripts = Array.from({ length: 5 }, () => runScript("test/scripts/migrate-once.ts", { DATABASE_URL: url }));
    const codes = await Promise.all(scripts.map(({ ended }) => ended));
    expect(codes, scripts.map(({ output }) => output()).join("\n")).toEqual([0, 0, 0, 0, 0]);
    const counts = scripts.map(({ output }) => Number(/applied (\d+)/.exec(output())?.[1])).toSorted((a, b) => b - a);
    expect(counts).toEqual([files.length, 0, 0, 0, 0]);
  });

  test("a migration of seven seconds is applied, while a second process reports that it waits", async () => {
    store = await createTestStore();
    // Longer than the five seconds of a request's statement.
    const slow = await aFolder("select pg_sleep(7); create table slow_one (id int)");
    const second = await openStore({ kind: "postgres", url: store.url ?? "" }, () => undefined);
    const messages: string[] = [];
    const first = migrate(store, { folder: slow });
    await vi.waitFor(async () => expect(await migrators("PgSleep")).toBe(1), patient);
    const other = migrate(second, { folder: slow, say: (sentence) => messages.push(sentence), sayEveryMs: 1000 });
    expect(await first).toHaveLength(1);
    expect(await other).toEqual([]);
    expect(messages.length).toBeGreaterThanOrEqual(3);
    expect(messages[0]).toBe("Another process is migrating the database. Waiting for it, 1 s so far.");
    await second.close();
  });

  test("behind a long reader it steps back, so that other readers continue, and is applied after the reader ends", async () => {
    store = await createTestStore();
    const folder = await aFolder("alter table players add column later int");
    const reader = await aReader(store);
    const messages: string[] = [];
    const migrating = migrate(store, { folder, lockMs: 300, pauseMs: 100, say: (sentence) => messages.push(sentence) });
    await vi.waitFor(async () => expect(await migrators("relation")).toBe(1), patient);
    // This read queues behind the migration until its try gives up.
    await store.database.selectFrom("players").select("id").execute();
    await vi.waitFor(() => expect(messages[0]).toBe("A migration needs a table that others are using. Trying again in 1 s."), patient);
    await reader.done();
    expect(await migrating).toHaveLength(1);
  });

  test("a try waits at most half as long as a request waits for a connection", async () => {
    store = await createTestStore();
    const waits = "create table waits as select extract(epoch from current_setting('lock_timeout')::interval) * 1000 as ms";
    await migrate(store, { folder: await aFolder(waits) });
    const [row] = await store.withScripts((run) => run("select ms from waits"));
    expect(Number(row?.["ms"])).toBeGreaterThan(0);
    expect(Number(row?.["ms"])).toBeLessThanOrEqual(connectionTimeout / 2);
  });

  test("a blocked try announces the next try in two seconds, and the migration is applied after the reader ends", async () => {
    store = await createTestStore();
    const folder = await aFolder("alter table players add column later int");
    const reader = await aReader(store);
    const messages: string[] = [];
    const migrating = migrate(store, { folder, say: (sentence) => messages.push(sentence) });
    await vi.waitFor(() => expect(messages[0]).toBe("A migration needs a table that others are using. Trying again in 2 s."), patient);
    await reader.done();
    expect(await migrating).toHaveLength(1);
  });

  test("if a table stays in use nothing changes, a sentence advises the operator, and no statement keeps waiting", async () => {
    store = await createTestStore();
    const folder = await aFolder("create table half_done (id int); alter table players add column later int");
    const reader = await aReader(store);
    const refusal = await migrate(store, { folder, lockMs: 50, pauseMs: 10, patienceMs: 200, say: () => undefined }).catch(String);
    expect(refusal).toContain("A migration needs a table that others kept using (canceling statement due to lock timeout)");
    expect(refusal).toContain("pg_stat_activity");
    expect(await migrators("relation")).toBe(0);
    expect(await store.withScripts((run) => run("select to_regclass('half_done') as half"))).toEqual([{ half: null }]);
    await reader.done();
  });

  test("a process killed during a migration leaves no statement behind", async () => {
    store = await createTestStore();
    const reader = await aReader(store);
    const folder = await aFolder("set local lock_timeout = 0; alter table players add column later int");
    const script = runScript("test/scripts/migrate-once.ts", { DATABASE_URL: store.url ?? "", FOLDER: folder });
    await vi.waitFor(async () => expect(await migrators("relation")).toBe(1), patient);
    script.process.kill("SIGKILL");
    await vi.waitFor(async () => expect(await migrators("relation")).toBe(0), patient);
    await reader.done();
  });

  test.each([
    ["that has no TLS while the address asks for it", (url: URL) => url.searchParams.set("sslmode", "require"), "does not speak TLS"],
    ["that is not there", (url: URL) => (url.pathname = "/no_such_database"), "is not there"],
    ["that refuses the login", (url: URL) => (url.username = "nobody_here"), "refuses the login"],
  ])("a database %s is reported with a sentence", async (_, change, sentence) => {
    const url = new URL(await createTestDatabase());
    change(url);
    const wrong = await openStore({ kind: "postgres", url: url.href }, () => undefined);
    const refusal = await migrate(wrong).catch((error: unknown) => error);
    await wrong.close();
    expect(refusal).toBeInstanceOf(StartRefusal);
    expect(String(refusal)).toContain(sentence);
  });

  test.each(["LATIN1", "SQL_ASCII"])("a database with the encoding %s is refused with a sentence, and stays empty", async (encoding) => {
    const url = await createTestDatabase({ isEmpty: true });
    const name = new URL(url).pathname.slice(1);
    await asAdmin((client) => client.query(`drop database ${name}`));
    await asAdmin((client) => client.query(`create database ${name} template template0 encoding '${encoding}' locale 'C'`));
    store = await openTestDatabase(url);
    const refusal: unknown = await migrate(store).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartRefusal);
    expect(String(refusal)).toContain(`The database has the encoding ${encoding}, and the portal needs UTF8.`);
    expect(String(refusal)).toContain("template template0 encoding 'UTF8' locale 'C.UTF-8'");
    expect(await store.withScripts((run) => run("select from pg_tables where schemaname = 'public'"))).toEqual([]);
  });

  test("an unreachable database is reported at the start, without its password", async () => {
    const away = await openStore({ kind: "postgres", url: "postgres://storyport:canary-pw@127.0.0.1:1/storyport" }, () => undefined);
    const refusal = await migrate(away).catch((error: unknown) => error);
    await away.close();
    expect(refusal).toBeInstanceOf(StartRefusal);
    expect(String(refusal)).toContain("127.0.0.1:1");
    expect(String(refusal)).not.toContain("canary-pw");
  });
});
