/** The page Health tells administrators what is not well (docs/decisions/0063). */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { getHealth, platformHealth } from "@storyport/contract/health";
import type { PlatformHealth } from "@storyport/contract/health";
import { logInWithPassword } from "@storyport/contract/login";
import { logInWithBadge } from "@storyport/contract/qr-login";
import { createHeartbeat } from "#/platform/jobs/heartbeat.ts";
import { sweep } from "#/platform/jobs/sweep.ts";
import { createVault, keyId } from "#/platform/secrets.ts";
import type { Browser } from "#test/browser.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPassword, aTeacher, anAdministrator, logIn } from "#test/builders.ts";
import { stepsTaken } from "#test/plans-of.ts";
import { summarizeLogins } from "./get-health.ts";
import { countLogins } from "./queries.ts";

const [key, former] = [randomBytes(32), randomBytes(32)];
const keys = [key, former].map((each) => each.toString("base64"));

let portal: TestPortal;
let admin: Browser;
beforeEach(async () => {
  portal = await buildTestPortal({ SECRET_KEY: keys[0] ?? "" });
  admin = await logIn(portal.browser(), await anAdministrator(portal));
});
afterEach(() => portal.close());

const look = async (browser = admin): Promise<PlatformHealth> => platformHealth.parse((await browser.call(getHealth)).body);
const codes = async (): Promise<string[]> => (await look()).findings.map(({ code }) => code);

/** A portal that runs, as its heartbeat writes it. */
async function aPortal(instance: string, build: { version: string; commit?: string }, vault = portal.context.vault): Promise<void> {
  await createHeartbeat(portal.context.database, { commit: undefined, node: "24.0.0", instance, ...build }, vault).beat();
}

test("a new platform is well", async () => {
  await aPortal("one", { version: "1.2.0", commit: "abc" });
  const health = await look();
  expect(health).toMatchObject({ findings: [], mail: { waiting: 0, oldestAt: null, faults: [] }, sweep: [] });
  expect(health.signingKeys).toHaveLength(1);
  expect(health.secretKey).toMatchObject({ keyIds: [keyId(key)], canaryKeyId: keyId(key), sealed: [{ keyId: keyId(key), count: 1 }] });
  expect(health.portals).toMatchObject([{ instance: "one", version: "1.2.0", commit: "abc", isRunning: true, release: "NEWEST" }]);
  expect(health.database.migrations).toMatchObject({ pending: [], later: 0 });
  expect(health.database.migrations.applied).toBeGreaterThan(30);
  expect(health.database.bytes).toBeGreaterThan(1_000_000);
  expect(health.database.version).toMatch(/^\d+/);
});

describe("logins", () => {
  test("are counted by method and outcome", async () => {
    const { account } = await aTeacher(portal);
    const logInAs = (password: string) =>
      portal.browser().call(logInWithPassword, { body: { email: account.email, password, deviceName: "a test" } });
    await logInAs(aPassword);
    await logInAs("Wrong-Password-1");
    await portal.browser().call(logInWithBadge, { query: { code: "A".repeat(43) } });
    const { logins } = await look();
    expect(logins.countedFrom).toBeNull();
    const sums = Object.groupBy(logins.hours, ({ method, outcome }) => `${method} ${outcome}`);
    const counts = Object.entries(sums).map(([name, hours]) => [name, hours.reduce((sum, { count }) => sum + count, 0)]);
    // The administrator logged in too.
    expect(Object.fromEntries(counts)).toEqual({ "PASSWORD SUCCEEDED": 2, "PASSWORD FAILED": 1, "QRCODE FAILED": 1 });
  });

  test("are counted by the hour in which they were, each way by its own name", async () => {
    const { database } = portal.context;
    const kinds = [
      ["login_refused", { loginType: "FEIDE" }, "FEIDE", "REFUSED"],
      ["login_failed", { loginType: "QRCODE", reason: "one-time code" }, "ONE_TIME_CODE", "FAILED"],
      ["login_succeeded", { loginType: "QRCODE", by: "one-time code" }, "ONE_TIME_CODE", "SUCCEEDED"],
      ["second_factor_failed", { stage: "SECOND_FACTOR" }, "SECOND_FACTOR", "FAILED"],
    ] as const;
    const { rows } = await sql<{ hour: Date }>`select date_trunc('hour', now()) as hour`.execute(database);
    const hours = [22, 3, 2, 1].map((ago) => new Date((rows[0]?.hour.getTime() ?? 0) - ago * 3_600_000));
    for (const [index, [event, details]] of kinds.entries()) {
      for (const minute of [0, 59]) {
        const at = new Date((hours[index]?.getTime() ?? 0) + minute * 60_000);
        await database
          .insertInto("audit_events")
          .values({ event, at, details: JSON.stringify(details) })
          .execute();
      }
    }
    const { logins, checkedAt } = await look();
    expect(logins.hours.filter(({ method }) => method !== "PASSWORD")).toEqual(
      kinds.map(([, , method, outcome], index) => ({ hour: hours[index]?.toISOString(), method, outcome, count: 2 })),
    );
    expect(Date.parse(checkedAt) - Date.parse(logins.from)).toBeGreaterThanOrEqual(23 * 3_600_000);
    expect(Date.parse(checkedAt) - Date.parse(logins.from)).toBeLessThan(24 * 3_600_000);
  });

  test("of yesterday are left out", async () => {
    await portal.clock.travel(26 * 3600);
    admin = await logIn(portal.browser(), await anAdministrator(portal));
    expect((await look()).logins.hours.map(({ count }) => count)).toEqual([1]);
  });

  test("that are too many to count name the moment from which all are counted", () => {
    const now = new Date("2026-11-23T09:30:00Z");
    const at = (time: string) => new Date(`2026-11-23T${time}:00Z`);
    const row = { method: "PASSWORD", outcome: "SUCCEEDED", event: "login_succeeded" } as const;
    const few = { ...row, event: "login_failed", outcome: "FAILED", hour: at("08:00"), first: at("08:01"), count: 7 } as const;
    const counts = [
      { ...row, hour: at("08:00"), first: at("08:20"), count: 60 },
      { ...row, hour: at("09:00"), first: at("09:00"), count: 40 },
      few,
    ];
    expect(summarizeLogins(counts, now, 100).countedFrom).toBe("2026-11-23T08:20:00.000Z");
    expect(summarizeLogins(counts, now, 101).countedFrom).toBeNull();
  });

  test.each([500, 100_000])("are counted along an index, at most as many as asked for: %d", async (most) => {
    const { database } = portal.context;
    await sql`insert into audit_events (at, event, details) select now() - make_interval(secs => 40000 - n * 2),
      case when n % 2 = 0 then 'login_succeeded' else 'logged_out' end, '{"loginType": "PASSWORD"}' from generate_series(1, 20000) n`.execute(
      database,
    );
    await sql`analyze audit_events`.execute(database);
    const steps = (await stepsTaken(database, (explaining) => countLogins(explaining, most))).filter(
      // The months without events are read too, each in one step.
      (step) => String(step["Relation Name"]).startsWith("audit_events") && Number(step["Actual Rows"]) > 0,
    );
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.filter((step) => !/^Index (Only )?Scan$/.test(String(step["Node Type"])))).toEqual([]);
    expect(Math.max(...steps.map((step) => Number(step["Actual Rows"])))).toBeLessThanOrEqual(most);
    expect(Math.max(...steps.map((step) => Number(step["Rows Removed by Filter"] ?? 0)))).toBe(0);
  });
});

describe("mail", () => {
  async function aLetter(parts: { error: string | null; sentAt?: Date }): Promise<void> {
    const letter = { recipient: "a@school.example", letter: "reset", subject: "s", expires_at: new Date(Date.now() + 3_600_000) };
    const values = { ...letter, last_error: parts.error, sent_at: parts.sentAt ?? null };
    await portal.context.database.insertInto("outbox").values(values).execute();
  }

  test("that waits is counted with its faults, and old mail is a finding", async () => {
    await aLetter({ error: "ECONNECTION" });
    await aLetter({ error: "ECONNECTION" });
    await aLetter({ error: null });
    await aLetter({ error: "EAUTH", sentAt: new Date() });
    const { mail, findings } = await look();
    expect(mail).toMatchObject({ waiting: 3, oldestAt: expect.any(String), faults: [{ fault: "ECONNECTION", count: 2 }] });
    expect(findings).toEqual([{ code: "LettersFail", about: "ECONNECTION" }]);
    await portal.clock.travel(15 * 60 + 1);
    expect(await codes()).toEqual(["LettersWait", "LettersFail"]);
  });
});

describe("keys", () => {
  test("a signing key that ends within a day is a finding", async () => {
    await portal.context.database
      .updateTable("signing_keys")
      .set({ signs_until: sql<Date>`now() + interval '23 hours'` })
      .execute();
    expect(await codes()).toEqual(["SigningKeyEnds"]);
  });

  test("a previous key is named while it seals something, and when nothing needs it any more", async () => {
    const vault = createVault([key, former], key);
    portal.context.vault.keyIds = vault.keyIds;
    expect(await codes()).toEqual(["PreviousKeyUnused"]);
    await portal.context.database
      .updateTable("key_canary")
      .set({ key_id: keyId(former) })
      .execute();
    expect((await look()).findings).toEqual([{ code: "PreviousKeySeals", about: keyId(former) }]);
  });

  test("a value that no key opens is a finding", async () => {
    await portal.context.database
      .updateTable("signing_keys")
      .set({ sealed_private_jwk: createVault([former], former).seal("x") })
      .execute();
    const { findings, secretKey } = await look();
    expect(secretKey.sealed).toEqual([{ keyId: null, count: 1 }]);
    expect(findings).toEqual([{ code: "KeyMissing", about: null }]);
  });

  test("running portals that seal with different keys are a finding", async () => {
    await aPortal("one", { version: "1.0.0" });
    await aPortal("two", { version: "1.0.0" }, createVault([former, key], key));
    expect(await codes()).toEqual(["KeysDiffer"]);
  });

  test("no key is disclosed", async () => {
    const text = JSON.stringify(await look());
    for (const secret of [key.toString("base64"), key.toString("hex")]) expect(text).not.toContain(secret);
    expect(text).not.toContain('"d":');
  });
});

describe("portals", () => {
  test("the portal of the previous release beside the new one is shown as such", async () => {
    await aPortal("new", { version: "1.10.0" });
    await aPortal("old", { version: "1.9.0" });
    const { portals, findings } = await look();
    expect(Object.fromEntries(portals.map(({ instance, release }) => [instance, release]))).toEqual({
      new: "NEWEST",
      old: "OLDER",
    });
    expect(findings).toEqual([{ code: "SeveralVersions", about: "old" }]);
  });

  test("of two builds of a version the one that started last counts", async () => {
    await aPortal("before", { version: "1.9.0", commit: "aaa" });
    await portal.clock.travel(10);
    await aPortal("after", { version: "1.9.0", commit: "bbb" });
    expect((await look()).findings).toEqual([{ code: "SeveralVersions", about: "before" }]);
  });

  test("a silent portal is a finding until the sweep forgets it after an hour, and no release counts for it", async () => {
    await aPortal("silent", { version: "9.0.0" });
    // Two missed heartbeats, half a beat, and a second.
    await portal.clock.travel(151);
    await aPortal("one", { version: "1.0.0" });
    const { portals, findings } = await look();
    expect(portals).toContainEqual(expect.objectContaining({ instance: "silent", isRunning: false, release: null }));
    expect(findings).toEqual([{ code: "PortalDown", about: "silent" }]);
    await sweep(portal.context);
    expect(await codes()).toEqual(["PortalDown"]);
    await portal.clock.travel(3600);
    await aPortal("one", { version: "1.0.0" });
    await sweep(portal.context);
    admin = await logIn(portal.browser(), await anAdministrator(portal));
    expect((await look()).portals.map(({ instance }) => instance)).toEqual(["one"]);
  });

  test("a heartbeat keeps the start, and the end removes the row", async () => {
    const { database, vault } = portal.context;
    const build = { version: "1.0.0", commit: undefined, node: "24.0.0", instance: "one" };
    const starts = async () => (await look()).portals.map(({ startedAt }) => startedAt);
    const first = createHeartbeat(database, build, vault);
    await first.beat();
    const [begun] = await starts();
    await first.beat();
    expect(await starts()).toEqual([begun]);
    await first.end();
    expect(await starts()).toEqual([]);
  });

  test("fifty portals that begin at once have a row each", async () => {
    await Promise.all(Array.from({ length: 50 }, (_, index) => aPortal(`portal-${index}`, { version: "1.0.0" })));
    expect((await look()).portals).toHaveLength(50);
  });
});

test("migrations that are pending, and those of a later version, are counted", async () => {
  const { database } = portal.context;
  await sql`update migrations set name = '9999_of_tomorrow.sql' where name = '0064_portals.sql'`.execute(database);
  const { database: state, findings } = await look();
  expect(state.migrations).toMatchObject({ pending: ["0064_portals.sql"], later: 1, last: "9999_of_tomorrow.sql" });
  expect(findings).toEqual([{ code: "MigrationsPending", about: null }]);
});

test("only administrators of the platform may look", async () => {
  expect((await portal.browser().call(getHealth)).body).toMatchObject({ code: "errors.notLoggedIn" });
  const { account } = await aTeacher(portal);
  const teacher = await logIn(portal.browser(), account);
  expect((await teacher.call(getHealth)).body).toMatchObject({ code: "errors.notAllowed" });
});
