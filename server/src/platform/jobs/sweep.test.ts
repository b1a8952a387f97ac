/** The sweep removes expired rows and nothing else. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aGame, anAccount } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { sweep } from "./sweep.ts";

let portal: TestPortal;
let accountId: string;
beforeAll(async () => {
  portal = await buildTestPortal();
  await aGame(portal);
  accountId = (await anAccount(portal)).id;
});
afterAll(() => portal.close());

const from = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds}::float8)`;
const day = 24 * 3600;

/** Inserts one row in each of six swept tables, which expires in this many seconds. */
async function plant(seconds: number): Promise<void> {
  const { database } = portal.context;
  const account_id = accountId;
  const expires_at = from(seconds);
  await database
    .insertInto("sessions")
    .values({ digest: randomBytes(16), account_id, login_type: "PASSWORD", device_name: "a test", idle_seconds: 100_000_000, expires_at })
    .execute();
  await database
    .insertInto("throttles")
    .values({ key: randomBytes(8).toString("hex"), failures: 1, window_ends_at: expires_at, blocked_until: expires_at })
    .execute();
  await database
    .insertInto("known_devices")
    .values({ digest: randomBytes(32), account_id, expires_at })
    .execute();
  await database
    .insertInto("login_transactions")
    .values({
      digest: randomBytes(32),
      provider: "FEIDE",
      browser_digest: randomBytes(32),
      nonce: "n",
      code_verifier: "v",
      device_name: "a test",
      expires_at,
    })
    .execute();
  await database
    .insertInto("account_links")
    .values({ account_id, purpose: "RESET", digest: randomBytes(32), expires_at })
    .execute();
  await database
    .insertInto("outbox")
    .values({ recipient: "a@school.example", letter: "reset", subject: "s", expires_at, sent_at: seconds < 0 ? from(seconds) : null })
    .execute();
}

async function counts(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of ["sessions", "throttles", "known_devices", "login_transactions", "account_links", "outbox"]) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(portal.context.database);
    found[table] = rows[0]?.count ?? -1;
  }
  return found;
}

test("live rows stay, ended ones are removed, and ended links and letters stay for a while", async () => {
  await plant(60);
  await plant(-60);
  await plant(-40 * day);
  await sweep(portal.context);
  expect(await counts()).toEqual({ sessions: 1, throttles: 1, known_devices: 1, login_transactions: 1, account_links: 2, outbox: 2 });
  await sweep(portal.context);
  expect(await counts()).toEqual({ sessions: 1, throttles: 1, known_devices: 1, login_transactions: 1, account_links: 2, outbox: 2 });
});

test("a waiting letter is never swept, however old", async () => {
  const { database } = portal.context;
  const { id } = await database
    .insertInto("outbox")
    .values({ recipient: "b@school.example", letter: "reset", subject: "s", expires_at: from(-100 * day) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sweep(portal.context);
  expect(await database.selectFrom("outbox").select("id").where("id", "=", id).execute()).toHaveLength(1);
});

test("the sweep keeps accounts, games and history", async () => {
  const { database } = portal.context;
  const { id } = await database
    .insertInto("audit_events")
    .values({ event: "a test", details: "{}" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await portal.clock.travel(400 * day);
  await sweep(portal.context);
  expect(await database.selectFrom("accounts").select("id").execute()).toHaveLength(1);
  expect(await database.selectFrom("games").select("id").execute()).toHaveLength(1);
  expect(await database.selectFrom("audit_events").select("id").where("id", "=", id).execute()).toHaveLength(1);
});

test("four concurrent sweeps are harmless", async () => {
  await plant(-40 * day);
  await Promise.all(Array.from({ length: 4 }, () => sweep(portal.context)));
  expect((await counts())["sessions"]).toBe(0);
});

test("the history is append only", async () => {
  const { database } = portal.context;
  await database.insertInto("audit_events").values({ event: "a test", details: "{}" }).execute();
  await expect(sql`update audit_events set event = 'other'`.execute(database)).rejects.toThrow(/append only/);
  await expect(sql`delete from audit_events`.execute(database)).rejects.toThrow(/append only/);
});
