/** What a monitor reads at /metrics, after real requests. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createJobs } from "#/platform/jobs/jobs.ts";
import { sweepRules } from "#/platform/jobs/sweep-rules.ts";
import { sweep } from "#/platform/jobs/sweep.ts";
import { endpoints } from "#test/every-endpoint.ts";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { aPassword, aTeacher, logIn } from "#test/builders.ts";
import { createCuttableProxy } from "#test/cuttable-proxy.ts";
import { aConnectedTeacher, aPerson, connectAt, logInAt } from "#test/federated-login.ts";
import { buildMeasuredPortal } from "#test/measured-portal.ts";
import type { MeasuredPortal } from "#test/measured-portal.ts";
import { refresh, tokensFor } from "#test/oauth-client.ts";
import { aLesson } from "#test/lessons.ts";
import { logInBy, setUpPasskey } from "#test/passkey-device.ts";
import { anAdoptedDevice, fetchTokens, poll, seat } from "#test/seats.ts";
import { isEmbedded } from "#test/test-store.ts";

let portal: MeasuredPortal;
beforeAll(async () => {
  portal = await buildMeasuredPortal();
});
afterAll(() => portal.close());

/** Returns by how much the values of a metric grow while `work` runs. Leaves out what stays. */
async function growthOf(name: string, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await portal.metric(name);
  await work();
  const after = await portal.metric(name);
  return Object.fromEntries(
    Object.entries(after)
      .map(([labels, value]) => [labels, value - (before[labels] ?? 0)] as const)
      .filter(([, growth]) => growth !== 0),
  );
}

async function logInAs(email: string, password = aPassword): Promise<void> {
  await portal.browser().call(logInWithPassword, { body: { email, password, deviceName: "a test" } });
}

describe("logins", () => {
  test("a password login is counted by its outcome", async () => {
    const { account } = await aTeacher(portal);
    const growth = await growthOf("storyport_logins_total", async () => {
      await logInAs(account.email);
      await logInAs(account.email, "Wrong-Password-1");
      await logInAs(`unknown-${account.email}`);
    });
    expect(growth).toEqual({
      '{method="password",outcome="success"}': 1,
      '{method="password",outcome="errors.invalidUsernameOrPassword"}': 2,
    });
  });

  test("a login by passkey is counted by its outcome", async () => {
    const { account } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    const passkey = await setUpPasskey(browser);
    const growth = await growthOf("storyport_logins_total", async () => {
      expect((await logInBy(portal.browser(), passkey)).status).toBe(200);
      expect((await logInBy(portal.browser(), { ...passkey, id: "another" })).status).toBe(401);
    });
    expect(growth).toEqual({ '{method="passkey",outcome="success"}': 1, '{method="passkey",outcome="errors.passkeyUnknown"}': 1 });
  });

  test("a provider's login is counted by its outcome, although every outcome is a redirect", async () => {
    const { person } = await aConnectedTeacher(portal, { provider: "FEIDE" });
    const growth = await growthOf("storyport_logins_total", async () => {
      await logInAt(portal.identities, portal.browser(), { provider: "FEIDE", person });
      await logInAt(portal.identities, portal.browser(), { provider: "GOOGLE", person: aPerson() });
    });
    expect(growth).toEqual({
      '{method="feide",outcome="success"}': 1,
      '{method="google",outcome="errors.identityUnknown"}': 1,
    });
  });

  test("a connected identity is no login", async () => {
    const { account } = await aTeacher(portal, { loginTypes: ["PASSWORD", "GOOGLE"] });
    const browser = await logIn(portal.browser(), account);
    const growth = await growthOf("storyport_logins_total", async () => {
      const answer = await connectAt(portal.identities, browser, { provider: "GOOGLE", person: aPerson() });
      expect(answer.headers.location).toBe("/users/me?connected=GOOGLE");
    });
    expect(growth).toEqual({});
  });

  test("a refused connection is no failed login", async () => {
    const { account } = await aTeacher(portal, { loginTypes: ["PASSWORD", "GOOGLE"] });
    const { person } = await aConnectedTeacher(portal, { provider: "GOOGLE" });
    const browser = await logIn(portal.browser(), account);
    const growth = await growthOf("storyport_logins_total", async () => {
      const answer = await connectAt(portal.identities, browser, { provider: "GOOGLE", person });
      expect(answer.headers.location).toBe("/users/me?error=errors.identityTaken");
    });
    expect(growth).toEqual({});
  });
});

test("codes, redemptions, refreshes and reuse are counted, each once", async () => {
  const { account, game } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const counts = async (): Promise<number[]> => {
    const names = ["game_codes_issued", "game_codes_redeemed", "tokens_refreshed", "refresh_token_reuse"];
    return Promise.all(names.map(async (name) => (await portal.metric(`storyport_${name}_total`))[""] ?? 0));
  };
  const before = await counts();
  const tokens = await tokensFor(portal, browser, { game });
  for (let time = 0; time < 2; time += 1) expect((await refresh(portal, tokens)).status).toBe(200);
  await portal.clock.travel(60);
  for (let time = 0; time < 2; time += 1) expect((await refresh(portal, tokens)).status).toBe(400);
  const after = await counts();
  expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 1, 1]);
});

test("a seat is counted once, when its device gets its tokens", async () => {
  const school = await aLesson(portal);
  const growth = await growthOf("storyport_seats_redeemed_total", async () => {
    const device = await anAdoptedDevice(portal, school);
    expect((await poll(portal, school.game, device)).status).toBe(400);
    await portal.clock.travel(10);
    await seat(school, { waitingDeviceId: device.waitingId, studentUserId: school.students[0]?.id });
    await fetchTokens(portal, school.game, device);
    expect((await poll(portal, school.game, device)).status).toBe(400);
  });
  expect(growth).toEqual({ "": 1 });
});

describe("requests", () => {
  test("a request is measured under the contract's name, its method and the class of its status; a refusal under its code", async () => {
    const requests = await growthOf("storyport_http_request_duration_seconds_count", () => portal.browser().call(validateAuth));
    expect(requests).toEqual({ '{endpoint="validateAuth",method="GET",status="4xx"}': 1 });
    const refusals = await growthOf("storyport_refusals_total", () => portal.browser().call(validateAuth));
    expect(refusals).toEqual({ '{endpoint="validateAuth",code="errors.notLoggedIn"}': 1 });
  });

  test("no address, method or header of a client becomes a label", async () => {
    const browser = portal.browser();
    const names = new Set(endpoints.map(({ name }) => name));
    await portal.ask("/metrics");
    for (const url of ["/canary", "/api/auth/canary", "/%63anary?canary=canary", "/api/auth/email-proposals/canary", "/users/?x=canary"]) {
      for (const method of ["GET", "POST", "OPTIONS", "DELETE", "PUT"] as const) {
        await browser.send({ method, url, headers: { "x-request-id": "canary", "user-agent": "canary", host: "canary" } });
      }
    }
    await logInAs("canary@school.example", "canary");
    const { text } = await portal.ask("/metrics");
    expect(text).not.toContain("canary");
    const labels = [...text.matchAll(/endpoint="([^"]*)"/g)].map(([, name = ""]) => name);
    const ownRoutes = /^(none|\/[\w.*/-]*)$/;
    expect([...new Set(labels)].filter((name) => !names.has(name) && !ownRoutes.test(name))).toEqual([]);
  });

  test("a hundred strange requests make no more time series than one of each kind", async () => {
    const browser = portal.browser();
    const ask = async (word: string): Promise<number> => {
      const headers = { "x-request-id": word, traceparent: word.repeat(1000), "user-agent": word, referer: `http://${word}/` };
      await browser.send({ method: "GET", url: `/${word}/${word}`, headers });
      await browser.send({ method: "GET", url: `/api/auth/organization/${word}?x=${word}`, headers });
      await browser.send({ method: "GET", url: `/api/auth/qr/login?code=${word.repeat(43)}`, headers });
      await browser.send({ method: "GET", url: `/login?gameId=${word}&callbackUrl=${word}`, headers });
      await logInAs(`${word}@school.example`, word);
      return (await portal.ask("/metrics")).text.split("\n").filter((line) => line.startsWith("storyport_")).length;
    };
    const series = await ask("strange");
    for (let time = 0; time < 20; time += 1) expect(await ask(`strange${time}`)).toBe(series);
  });

  test("every label has few values: an endpoint, a code, a method, a class of status, a task or a table", async () => {
    const { text } = await portal.ask("/metrics");
    const names = [...text.matchAll(/^storyport_\w+\{(.*)\} /gm)].flatMap(([, labels = ""]) =>
      [...labels.matchAll(/(\w+)="/g)].map(([, name]) => name),
    );
    const known = ["code", "commit", "endpoint", "le", "method", "node", "outcome", "status", "table", "task", "version"];
    expect(known).toEqual(expect.arrayContaining([...new Set(names)]));
  });
});

test("waiting letters, the oldest of them and the end of the signing key are read from the database", async () => {
  const before = (await portal.metric("storyport_outbox_waiting_letters"))[""] ?? 0;
  const { database } = portal.context;
  const letter = { recipient: "a@school.example", letter: "reset", subject: "s" };
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  const inAnHour = new Date(Date.now() + 3_600_000);
  await database
    .insertInto("outbox")
    .values({ ...letter, expires_at: inAnHour, last_error: "ECONNECTION" })
    .execute();
  await sql`update outbox set created_at = ${ago(600)} where last_error = 'ECONNECTION'`.execute(database);
  expect((await portal.metric("storyport_outbox_waiting_letters"))[""]).toBe(before + 1);
  expect((await portal.metric("storyport_outbox_oldest_letter_seconds"))[""]).toBeGreaterThan(590);
  expect((await portal.metric("storyport_outbox_failing_letters"))[""]).toBe(1);
  const days = ((await portal.metric("storyport_signing_key_end_timestamp_seconds"))[""] ?? 0) / 86_400 - Date.now() / 86_400_000;
  expect(days).toBeGreaterThan(25);
  expect(days).toBeLessThan(31);
});

test("every portal shows when the sweep last removed each table's rows, how many, and how many tables fail", async () => {
  const { database } = portal.context;
  const of = (name: string) => portal.metric(`storyport_sweep_${name}`);
  await sweep(portal.context);
  const finished = await of("last_success_timestamp_seconds");
  expect(Object.keys(finished)).toHaveLength(sweepRules.length);
  expect(Math.abs((finished['{table="outbox"}'] ?? 0) - Date.now() / 1000)).toBeLessThan(60);
  const rows = { removed_in_all: 41, error: "not today", finished_at: new Date(1_000_000) };
  await database.updateTable("sweep_runs").set(rows).where("name", "=", "outbox").execute();
  await database.insertInto("sweep_runs").values({ name: "of_a_later_release", started_at: new Date(), removed: 3 }).execute();
  expect((await of("last_success_timestamp_seconds"))['{table="outbox"}']).toBe(1000);
  const removed = await of("removed_rows_total");
  expect(removed).toMatchObject({ '{table="outbox"}': 41, '{table="badges"}': 0 });
  expect(Object.keys(removed)).toHaveLength(sweepRules.length);
  expect(await of("failing_tables")).toEqual({ "": 1 });
});

test("passwords wait for the one hashing thread of a test, and the queue shows them", async () => {
  const before = (await portal.metric("storyport_hash_wait_seconds_count"))[""] ?? 0;
  const checks = Array.from({ length: 5 }, () => portal.context.hasher.hash("a password"));
  expect(portal.context.hasher.load()).toMatchObject({ running: 1, waiting: 4, mostWaiting: 64 });
  expect((await portal.metric("storyport_hash_queue_limit_jobs"))[""]).toBe(64);
  await Promise.all(checks);
  expect((await portal.metric("storyport_hash_queue_jobs"))[""]).toBe(0);
  expect((await portal.metric("storyport_hash_wait_seconds_count"))[""]).toBe(before + 5);
});

test("each background job shows its last success, its duration and its failures", async () => {
  const ranTwice = Promise.withResolvers<void>();
  let runs = 0;
  const failing = async (): Promise<void> => {
    runs += 1;
    if (runs === 2) ranTwice.resolve();
    throw new Error("a test");
  };
  const { log, meter } = portal.context;
  const jobs = createJobs(
    [
      { name: "works", everySeconds: 0.001, run: async () => undefined },
      { name: "fails", everySeconds: 0.001, run: failing },
    ],
    { log, meter },
  );
  jobs.start();
  await ranTwice.promise;
  await jobs.stop();
  expect((await portal.metric("storyport_job_failures_total"))['{task="fails"}']).toBeGreaterThanOrEqual(1);
  const successes = await portal.metric("storyport_job_last_success_timestamp_seconds");
  expect(Object.keys(successes)).toEqual(['{task="works"}']);
  expect(Math.abs((successes['{task="works"}'] ?? 0) - Date.now() / 1000)).toBeLessThan(60);
  expect(Object.keys(await portal.metric("storyport_job_last_duration_seconds")).toSorted()).toEqual(['{task="fails"}', '{task="works"}']);
});

test("the process describes itself: version, event loop, heap and processor time", async () => {
  const { text } = await portal.ask("/metrics");
  expect(text).toContain('storyport_build_info{version="1.2.3",commit="abcdef0",node="24.0.0"} 1');
  for (const name of ["nodejs_eventloop_lag_p99_seconds", "nodejs_heap_size_used_bytes", "process_cpu_seconds_total"]) {
    expect(text).toMatch(new RegExp(`^${name} \\d`, "m"));
  }
  expect((await portal.metric("storyport_boards_open"))[""]).toBe(0);
});

test("every metric of ours has a unit or a total in its name, as Prometheus asks", async () => {
  const { text } = await portal.ask("/metrics");
  const names = [...text.matchAll(/^# TYPE (storyport_\w+) /gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(20);
  const rightEnd = /_(seconds|total|bytes|info|up|connections|requests|jobs|letters|tables|open)$/;
  expect(names.filter((name) => !rightEnd.test(name))).toEqual([]);
});

describe.skipIf(isEmbedded)("the database", () => {
  test("its pool is shown: in use, idle, waiting and the limit", async () => {
    await logInAs("nobody@school.example");
    expect((await portal.metric("storyport_database_pool_max_connections"))[""]).toBe(10);
    const idle = (await portal.metric("storyport_database_pool_idle_connections"))[""] ?? 0;
    const inUse = (await portal.metric("storyport_database_pool_in_use_connections"))[""] ?? 0;
    expect(idle + inUse).toBeGreaterThan(0);
    expect((await portal.metric("storyport_database_pool_waiting_requests"))[""]).toBe(0);
    const { database } = portal.context;
    await database.connection().execute(async () => {
      expect((await portal.metric("storyport_database_pool_in_use_connections"))[""]).toBe(inUse + 1);
    });
  });

  test("while it is away the scrape still answers, says so, and shows no old values", async () => {
    const proxy = createCuttableProxy();
    const away = await buildMeasuredPortal({ throughDatabase: proxy.through });
    try {
      expect(await away.metric("storyport_database_up")).toEqual({ "": 1 });
      expect(await away.metric("storyport_outbox_waiting_letters")).toEqual({ "": 0 });
      proxy.cut();
      expect(await away.metric("storyport_database_up")).toEqual({ "": 0 });
      expect(await away.metric("storyport_outbox_waiting_letters")).toEqual({});
      expect(JSON.parse((await away.ask("/health/database")).text)).toMatchObject({ reason: "the database does not answer" });
      proxy.restore();
      expect(await away.metric("storyport_database_up")).toEqual({ "": 1 });
    } finally {
      await away.close();
      await proxy.close();
    }
  });
});
