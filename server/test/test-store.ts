/** A fresh, migrated database for each test file: a clone of a template on PostgreSQL, or a copy of PGlite's folder (TEST_STORE=pglite). */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openStore } from "#/platform/database/connect.ts";
import type { Store, StoreOptions } from "#/platform/database/connect.ts";
import type { Tracing } from "#/platform/tracing/tracing.ts";
import type { LogEvent } from "kysely";
import { migrate } from "#/platform/database/migrate.ts";

export interface TestStore extends Store {
  /** Absent for the embedded store. */
  url: string | undefined;
}

/**
 * Whether this run uses the embedded store. Only the tests that `testsOnPglite` of tools/test-steps.ts names run so. They skip what needs a
 * real PostgreSQL; other tests need not ask.
 */
export const isEmbedded = process.env["TEST_STORE"] === "pglite";

const ignore = (): void => undefined;

/** Of fifty concurrent calls the last waits long on a busy machine, and must not fail by a time limit. */
const patience = { connection: 30_000, statement: 30_000, query: 40_000 };

/**
 * `through` returns another address of the same database, for a test that puts a proxy in between. Such a test uses the
 * product's time limits.
 */
export async function createTestStore(through?: (url: string) => Promise<string>, tracing?: Tracing): Promise<TestStore> {
  const onStatement = tracing && ((event: LogEvent) => tracing.traceStatement(event));
  if (isEmbedded) return await createEmbeddedStore(onStatement);
  const url = await createTestDatabase();
  return through === undefined
    ? openTestDatabase(url, { limits: patience, onStatement })
    : openTestDatabase(url, { onStatement }, await through(url));
}

/** Opens a database that `createTestDatabase` made. Its end drops the database. */
export async function openTestDatabase(
  url: string,
  options: StoreOptions = { limits: patience },
  address: string = url,
): Promise<TestStore> {
  const store = await openStore({ kind: "postgres", url: address }, ignore, options);
  return {
    ...store,
    url,
    async close() {
      await store.close();
      await asAdmin((client) => client.query(`drop database if exists ${databaseName(url)} with (force)`));
    },
  };
}

let embeddedTemplate: Promise<string> | undefined;

/** Creating PGlite's files takes three seconds, copying them a tenth of one, so each worker creates them once. */
async function createEmbeddedStore(onStatement: StoreOptions["onStatement"]): Promise<TestStore> {
  embeddedTemplate ??= makeEmbeddedTemplate();
  const folder = await mkdtemp(join(tmpdir(), "storyport-store-"));
  await cp(await embeddedTemplate, folder, { recursive: true });
  const store = await openStore({ kind: "embedded", folder }, ignore, { onStatement });
  return {
    ...store,
    url: undefined,
    async close() {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeEmbeddedTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "storyport-template-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const store = await openStore({ kind: "embedded", folder }, ignore);
  await migrate(store);
  await store.close();
  return folder;
}

/** An arbitrary number for the advisory lock. */
const cloneLock = 7_470_629;

/** Creates a database in the test server: a clone of the migrated template, or an empty one. Returns its address. */
export async function createTestDatabase(options: { isEmpty?: boolean } = {}): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(async (client) => {
    // Clone one at a time, because PostgreSQL refuses to copy a template in use.
    await client.query(`select pg_advisory_lock(${cloneLock})`);
    if (options.isEmpty === true) await client.query(`create database ${name}`);
    else {
      await ensureTemplate(client);
      await client.query(`create database ${name} template ${template}`);
    }
    await client.query(`select pg_advisory_unlock(${cloneLock})`);
  });
  return urlOf(name);
}

// Test files of one run share a template. Another run on a permanent TEST_DATABASE_URL must not find an old one.
const template = `storyport_template_${process.ppid}`;

async function ensureTemplate(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select from pg_database where datname = $1", [template]);
  if (rows.length > 0) return;
  await client.query(`create database ${template}`);
  const store = await openStore({ kind: "postgres", url: urlOf(template) }, ignore);
  await migrate(store);
  await store.close();
}

/** Runs `work` as the superuser of the test server. */
export async function asAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: process.env["TEST_DATABASE_URL"] });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(database: string): string {
  const url = new URL(process.env["TEST_DATABASE_URL"] ?? "");
  url.pathname = `/${database}`;
  return url.href;
}

function databaseName(url: string): string {
  return new URL(url).pathname.slice(1);
}
