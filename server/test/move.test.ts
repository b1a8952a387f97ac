/** `npm run admin -- move`: from a demo on the embedded database to PostgreSQL. */
import { hash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { verifySecondFactor } from "@storyport/contract/second-factor";
import { demoPassword } from "#seed/demo-people.ts";
import { seedDemoSchool } from "#seed/demo-school.ts";
import { moveStore } from "#/admin/move.ts";
import { closeMonths } from "#/features/audit/close-months.ts";
import { dropMonth } from "#/features/audit/drop-months.ts";
import { listParts } from "#/features/audit/month-queries.ts";
import { verifyMonths } from "#/features/audit/verify-months.ts";
import { openStore } from "#/platform/database/connect.ts";
import { lockFolder } from "#/platform/database/folder-lock.ts";
import { migrate } from "#/platform/database/migrate.ts";
import { keepKeyInFolder } from "#/platform/keys/keep-key-in-folder.ts";
import { StartRefusal, readSettings } from "#/platform/settings.ts";
import { appWith, setUpFactor } from "./authenticator.ts";
import type { Authenticator } from "./authenticator.ts";
import { buildTestPortal } from "./build-app.ts";
import type { TestPortal } from "./build-app.ts";
import { logIn } from "./builders.ts";
import { insertPastEvents, makePastMonths, monthAgo } from "./past-months.ts";
import { runAdmin, runAdminInBlocks } from "./run-admin.ts";
import { scan } from "./school-class.ts";
import { createTestDatabase, openTestDatabase } from "./test-store.ts";

const ignore = (): void => undefined;
const runMove = (to: string, env: Record<string, string>) => runAdmin(["move", "--to", to], env);

describe("a demo on the embedded database", () => {
  const teacher = "teacher@fjordskolen.example";
  let folder: string;
  let app: Authenticator;
  let badge: string;
  let target: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "storyport-move-"));
    const key = await keepKeyInFolder(folder);
    const store = await openStore({ kind: "embedded", folder: join(folder, "database") }, ignore);
    await migrate(store, { say: ignore });
    const portal = await buildTestPortal({ DEMO: "true", SECRET_KEY: key.toString("base64") }, { store: { ...store, url: undefined } });
    await seedDemoSchool(portal.context);
    app = await setUpFactor(portal, await logIn(portal.browser(), { email: teacher }, demoPassword));
    badge = await aBadge(portal.context);
    await portal.close();
    target = await createTestDatabase();
  }, 180_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function aBadge({ database, vault }: Awaited<ReturnType<typeof buildTestPortal>>["context"]): Promise<string> {
    const row = await database.selectFrom("badges").select("sealed_code").where("voided_at", "is", null).executeTakeFirstOrThrow();
    return vault.open(row.sealed_code ?? Buffer.alloc(0));
  }

  /** Of all files of the original. */
  async function digests(): Promise<string[]> {
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    return Promise.all(paths.toSorted().map(async (path) => `${path} ${hash("sha256", await readFile(path))}`));
  }

  test("moves as a whole: counted, verified, and the original stays byte for byte", async () => {
    const before = await digests();
    const { code, output } = await runMove(target, { DATA_DIR: folder });
    expect(output).toMatch(/^accounts: [1-9]\d* rows, verified$/m);
    expect(output).toMatch(/^audit_events: [1-9]\d* rows, verified$/m);
    expect(output).toMatch(/^Copied [1-9]\d+ rows\. Counts and digests of all tables are the same on both sides\.$/m);
    expect(output).toContain(`SECRET_KEY: the text in ${join(folder, "secret.key")}`);
    expect(output).not.toMatch(/\n\s+at /);
    expect(code).toBe(0);
    expect(await digests()).toEqual(before);
  }, 180_000);

  test("and afterwards a password, a second factor and a badge log in on PostgreSQL, and the history goes on", async () => {
    const key = await keepKeyInFolder(folder);
    const store = await openTestDatabase(target);
    const portal = await buildTestPortal({ DEMO: "true", SECRET_KEY: key.toString("base64") }, { store });
    const body = { email: teacher, password: demoPassword, deviceName: "a test" };
    const browser = portal.browser();
    expect(await browser.call(logInWithPassword, { body })).toMatchObject({ status: 200, body: { secondFactor: "required" } });
    expect(await browser.call(verifySecondFactor, { body: { code: await appWith(portal, app).code() } })).toMatchObject({ status: 200 });
    expect((await browser.call(validateAuth)).body).toMatchObject({ email: teacher });
    expect(await scan(portal.browser(), badge)).toMatchObject({ status: 200, body: { loginType: "QRCODE" } });
    const { rows } = await sql<{ is_next: boolean }>`
      select bool_and(id > 0) and count(*) = count(distinct id) and max(id) = (select last_value from audit_events_id_seq) as is_next
      from audit_events`.execute(store.database);
    expect(rows).toEqual([{ is_next: true }]);
    await portal.close();
  }, 180_000);

  async function rowsAt(url: string): Promise<number> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ count: string }>(
      "select (select count(*) from accounts) + (select count(*) from games) as count",
    );
    await client.end();
    return Number(rows[0]?.count);
  }

  async function runAt(url: string, statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement);
    await client.end();
  }

  /** In this process, which is faster. Returns the sentence of the refusal. */
  async function refusalOf(url: string, env: Record<string, string> = {}): Promise<string> {
    const refusal = await moveStore(readSettings({ DATA_DIR: folder, ...env }), url, ignore).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartRefusal);
    expect(existsSync(join(folder, "copy-for-move"))).toBe(false);
    return String(refusal instanceof StartRefusal && refusal.message);
  }

  test.each<[string, string, RegExp]>([
    [
      "with rows",
      "insert into games (id, key, description) values (7, 'a-game', 'x')",
      /^The database of --to is not empty: it has rows in games\. Nothing was changed\./,
    ],
    [
      "of an older version",
      "delete from migrations where name like '0059%'",
      /^The database of --to is not at this version\. First run: DATABASE_URL=/,
    ],
    [
      "of a newer version",
      "insert into migrations (name, sha256) values ('9999_later.sql', 'x')",
      /of another version \(9999_later\.sql\)/,
    ],
    ["without tables", "drop schema public cascade; create schema public", /^The database of --to is not at this version/],
  ])("is not moved to a target %s", async (_, statement, sentence) => {
    const url = await createTestDatabase();
    await runAt(url, statement);
    expect(await refusalOf(url)).toMatch(sentence);
  });

  test("leaves nothing if a row does not arrive as it was, or the run breaks off; the next run moves everything", async () => {
    const url = await createTestDatabase();
    await runAt(
      url,
      `create function spoil() returns trigger language plpgsql as $$ begin new.description = new.description || 'x'; return new; end $$;
       create trigger spoil before insert on games for each row execute function spoil()`,
    );
    expect(await refusalOf(url)).toBe("games: the copy differs from the original (5 rows sent, 5 arrived). Nothing was changed.");
    expect(await rowsAt(url)).toBe(0);
    await runAt(url, "drop trigger spoil on games; alter table games add constraint breaks check (id < 3)");
    await expect(moveStore(readSettings({ DATA_DIR: folder }), url, ignore)).rejects.toThrow(/breaks/);
    expect(await rowsAt(url)).toBe(0);
    await runAt(url, "alter table games drop constraint breaks");
    await moveStore(readSettings({ DATA_DIR: folder }), url, ignore);
    expect(await rowsAt(url)).toBeGreaterThan(10);
  }, 300_000);

  test("is not moved while a portal runs on it, which is named", async () => {
    const release = await lockFolder(join(folder, "database"));
    const refusal = await refusalOf(await createTestDatabase());
    await release();
    expect(refusal).toContain(`is already open in process ${process.pid}.`);
  });

  test("is not moved with another SECRET_KEY", async () => {
    const url = await createTestDatabase();
    expect(await refusalOf(url, { SECRET_KEY: randomBytes(32).toString("base64") })).toMatch(/^SECRET_KEY does not fit this database/);
    expect(await rowsAt(url)).toBe(0);
  }, 180_000);

  test.each<[string, Record<string, string>, RegExp]>([
    [
      "DATABASE_URL",
      { DATABASE_URL: "postgres://elsewhere@127.0.0.1:1/none" },
      /^DATABASE_URL is set, so there is no embedded database to copy/,
    ],
    ["a folder without a database", { DATA_DIR: "/nowhere/at-all" }, /^There is no DATABASE_URL, and no embedded database in/],
  ])("is not moved with %s", async (_, env, sentence) => {
    expect(await refusalOf("postgres://not-asked@127.0.0.1:1/none", env)).toMatch(sentence);
  });

  test("is not moved to a database that does not answer, which is said without the password", async () => {
    const { code, output } = await runMove("postgres://storyport:canary-pw@127.0.0.1:1/storyport", { DATA_DIR: folder });
    expect(output).toMatch(/^The database does not answer \(connect ECONNREFUSED 127\.0\.0\.1:1\)\. Check --to/);
    expect(output).not.toMatch(/canary-pw|\n\s+at /);
    expect(code).toBe(1);
  });

  test("is not moved where its copy finds no room, which is said of the folder and not of --to", async () => {
    const { code, output } = await runAdminInBlocks(8, ["move", "--to", await createTestDatabase()], { DATA_DIR: folder });
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^The folder .+ cannot be used: EFBIG.*\n$/) });
    expect(existsSync(join(folder, "copy-for-move"))).toBe(false);
  });

  describe("with closed months of the history", () => {
    let elder: string;
    let env: Record<string, string>;

    const withElder = async (work: (portal: TestPortal) => Promise<void>): Promise<void> => {
      const store = await openStore({ kind: "embedded", folder: join(elder, "database") }, ignore);
      await migrate(store, { say: ignore });
      const portal = await buildTestPortal(env, { store: { ...store, url: undefined } });
      await work(portal);
      await portal.close();
    };

    beforeAll(async () => {
      elder = await mkdtemp(join(tmpdir(), "storyport-move-"));
      env = { DATA_DIR: elder, DEMO: "true", SECRET_KEY: randomBytes(32).toString("base64") };
      await withElder(async ({ context }) => {
        await makePastMonths(context.database, 3);
        await insertPastEvents(context.database, { back: 4, count: 2 });
        await insertPastEvents(context.database, { back: 2, count: 9 });
        await insertPastEvents(context.database, { back: 1, count: 5 });
        await closeMonths(context);
      });
    }, 180_000);
    afterAll(() => rm(elder, { recursive: true, force: true }));

    /** On PostgreSQL, of a fresh move. */
    async function movedVerdicts(): Promise<unknown[]> {
      const url = await createTestDatabase();
      await moveStore(readSettings(env), url, ignore);
      const portal = await buildTestPortal(env, { store: await openTestDatabase(url) });
      const verdicts: unknown[] = [];
      for await (const { month, state, events, faults } of verifyMonths(portal.context)) verdicts.push([month, state, events, faults]);
      await portal.close();
      return verdicts;
    }

    test("has them as they were closed", async () => {
      expect(await movedVerdicts()).toEqual([
        [`before ${monthAgo(3)}`, "closed", 2, []],
        [monthAgo(3), "closed", 0, []],
        [monthAgo(2), "closed", 9, []],
        [monthAgo(1), "closed", 5, []],
        [monthAgo(0), "open", undefined, []],
      ]);
    }, 180_000);

    test("has no part again for what was dropped", async () => {
      await withElder(async ({ context: { database } }) => {
        for (const part of (await listParts(database)).slice(0, 2)) await dropMonth(database, { ...part, events: 0 });
      });
      expect((await movedVerdicts()).slice(0, 3)).toEqual([
        [`before ${monthAgo(3)}`, "dropped", 2, []],
        [monthAgo(3), "dropped", 0, []],
        [monthAgo(2), "closed", 9, []],
      ]);
    }, 180_000);
  });
});
