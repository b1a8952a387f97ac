/** Which database `npm run admin` opens, creates and changes, as the operator uses it: the real script in its own process. */
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "#/platform/database/connect.ts";
import { openMigratedStore } from "#/platform/database/open-migrated.ts";
import { openVault } from "#/platform/keys/key-canary.ts";
import { monthAgo } from "./past-months.ts";
import { npmRunAdmin, runAdmin } from "./run-admin.ts";
import { asAdmin, createTestDatabase, createTestStore } from "./test-store.ts";

describe("on an embedded database", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "storyport-admin-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("never creates a database by accident: without DATABASE_URL and an embedded one it names the setting", async () => {
    const toNowhere = ["move", "--to", "postgres://127.0.0.1:1/none"];
    for (const words of [
      ["list"],
      ["create", "a@school.example"],
      ["games", "list"],
      ["migrate"],
      ["organizations", "list"],
      ["reseal"],
      toNowhere,
    ]) {
      const { code, output } = await runAdmin(words, { DATA_DIR: join(folder, "nothing-here") });
      expect(code).toBe(1);
      expect(output).toContain("There is no DATABASE_URL, and no embedded database in");
    }
    expect(existsSync(join(folder, "nothing-here"))).toBe(false);
  }, 180_000);

  test("creates no database in a folder whose database is gone", async () => {
    await mkdir(join(folder, "half", "database"), { recursive: true });
    const { code, output } = await runAdmin(["list"], { DATA_DIR: join(folder, "half") });
    expect(code).toBe(1);
    expect(output).toContain("There is no DATABASE_URL, and no embedded database in");
    expect(readdirSync(join(folder, "half", "database"))).toEqual([]);
  });

  test("creates an administrator in the embedded database, prints a link, and lists it", async () => {
    await (await openMigratedStore({ kind: "embedded", folder: join(folder, "database") }, () => undefined)).close();
    // Nothing listens at the port, which only stands in the link.
    const created = await npmRunAdmin(["create", "First.Admin@School.example"], { DATA_DIR: folder, PORT: "4241" });
    expect(created.output).toMatch(/http:\/\/localhost:4241\/account\/set-password\?code=[\w-]{43}&activateAccount=true/);
    expect(created.code).toBe(0);
    const listed = await runAdmin(["list"], { DATA_DIR: folder });
    expect(listed.output).toMatch(/^\d{4}-\d\d-\d\d {2}CREATED {6}first\.admin@school\.example\n$/);
  }, 180_000);

  test("ends with a sentence that names the process while a portal has the folder open", async () => {
    const store = await openStore({ kind: "embedded", folder: join(folder, "database") }, () => undefined);
    const { code, output } = await runAdmin(["list"], { DATA_DIR: folder });
    await store.close();
    expect(code).toBe(1);
    expect(output).toContain(`is already open in process ${process.pid}.`);
    expect(output).not.toMatch(/\n\s+at /);
  });
});

describe("on a PostgreSQL that is empty or of an older version", () => {
  test("the SECRET_KEY that creates the first administrator is the database's from then on", async () => {
    const store = await createTestStore();
    const env = (key: Buffer) => ({ DATABASE_URL: store.url ?? "", SECRET_KEY: key.toString("base64") });
    const [key, other] = [randomBytes(32), randomBytes(32)];
    expect((await runAdmin(["create", "first@school.example"], env(key))).code).toBe(0);
    await expect(openVault(store.database, [other])).rejects.toThrow("SECRET_KEY does not fit this database");
    await openVault(store.database, [key]);
    await store.close();
  }, 60_000);

  test("a SECRET_KEY that only reads the history becomes the key of no database", async () => {
    const store = await createTestStore();
    const folder = await mkdtemp(join(tmpdir(), "storyport-admin-"));
    const env = { DATABASE_URL: store.url ?? "", SECRET_KEY: randomBytes(32).toString("base64") };
    expect(await runAdmin(["history", "verify"], env)).toMatchObject({ code: 0 });
    expect(await runAdmin(["history", "export", monthAgo(0), "--to", join(folder, "history.jsonl")], env)).toMatchObject({ code: 0 });
    expect(await store.database.selectFrom("key_canary").select("key_id").execute()).toEqual([]);
    await rm(folder, { recursive: true, force: true });
    await store.close();
  }, 60_000);

  async function tablesAt(url: string): Promise<string[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace",
    );
    await client.end();
    return rows.map(({ name }) => name);
  }

  test("no command but migrate makes tables", async () => {
    const url = await createTestDatabase({ isEmpty: true });
    for (const words of [["list"], ["create", "a@school.example"], ["games", "list"], ["organizations", "list"], ["reseal"]]) {
      const { code, output } = await runAdmin(words, { DATABASE_URL: url });
      expect(code).toBe(1);
      expect(output).toMatch(/^The database of DATABASE_URL has no tables of Storyport\. .* `npm run admin -- migrate` makes them\./);
    }
    expect(await tablesAt(url)).toEqual([]);
    expect(await runAdmin(["migrate"], { DATABASE_URL: url })).toMatchObject({ code: 0, output: "The database is at this version.\n" });
    expect(await tablesAt(url)).toContain("accounts");
  }, 180_000);

  test.each([
    ["53100", "could not extend file"],
    ["XX000", "could not write init file"],
  ])("a full disk of PostgreSQL is a sentence with the way out (%s: %s)", async (code, message) => {
    const store = await createTestStore();
    // PostgreSQL raises the code itself. Only the disk is not really full.
    await store.withScripts((run) =>
      run(`create function refuse() returns trigger language plpgsql as
        $$ begin raise exception '${message}' using errcode = '${code}'; end $$;
        create trigger refuse before insert on organizations for each row execute function refuse()`),
    );
    const ended = await runAdmin(["organizations", "create", "Fjordskolen", "--description", "Bergen"], { DATABASE_URL: store.url ?? "" });
    await store.close();
    expect(ended).toEqual({
      code: 1,
      output: `The disk of PostgreSQL is full (${message}). Free space there: docs/runbook.md, DatabaseDiskFills.\n`,
    });
  });

  test("end-all-logins takes its time, also behind a pooler, where the portal's role has a time limit of its own", async () => {
    const store = await createTestStore();
    const role = `patient_${process.pid}`;
    const url = new URL(store.url ?? "");
    url.username = role;
    await store.withScripts((run) =>
      run(`create role ${role} superuser login; alter role ${role} set statement_timeout = '2s';
        create function take_time() returns trigger language plpgsql as $$ begin perform pg_sleep(3); return null; end $$;
        create trigger take_time before delete on sessions for each statement execute function take_time()`),
    );
    const env = { DATABASE_URL: url.href, DATABASE_DIRECT_URL: url.href, DATABASE_POOLER: "transaction" };
    const ended = await runAdmin(["end-all-logins"], env);
    await store.close();
    await asAdmin((client) => client.query(`drop role ${role}`));
    expect(ended).toMatchObject({ code: 0, output: expect.stringMatching(/^Ended: 0 sessions, .* Everybody logs in again\.$/m) });
  });

  test("after a rollback the commands of the previous release work on the tables of the newer one", async () => {
    const store = await createTestStore();
    await store.withScripts((run) => run("insert into migrations (name, sha256) values ('9999_of_a_newer_release.sql', 'x')"));
    const { code } = await runAdmin(["list"], { DATABASE_URL: store.url ?? "" });
    await store.close();
    expect(code).toBe(0);
  });

  // Any migration would do.
  test("a command finds tables of an older version, and names the command that migrates them", async () => {
    const store = await createTestStore();
    await store.withScripts((run) => run("delete from migrations where name like '0059%'"));
    const { code, output } = await runAdmin(["list"], { DATABASE_URL: store.url ?? "" });
    await store.close();
    expect(code).toBe(1);
    expect(output).toMatch(
      /^The database is older than this program: it lacks 0059_\w+\.sql\. `npm run admin -- migrate` brings it to this version\.$/m,
    );
  });
});
