/** While the database is away calls get a clear 503, and they recover without a restart (DESIGN 8.7). */
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { logInWithPassword, logOut, validateAuth } from "@storyport/contract/login";
import { aPassword, aTeacher, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { createCuttableProxy } from "#test/cuttable-proxy.ts";
import type { CuttableProxy } from "#test/cuttable-proxy.ts";
import { isEmbedded } from "#test/test-store.ts";

describe.skipIf(isEmbedded)("with PostgreSQL", () => {
  let proxy: CuttableProxy;
  let portal: TestPortal;
  let browser: Browser;
  let email: string;
  beforeEach(async () => {
    proxy = createCuttableProxy();
    portal = await buildTestPortal({}, { throughDatabase: proxy.through });
    const { account } = await aTeacher(portal);
    email = account.email;
    browser = await logIn(portal.browser(), account);
  });
  afterEach(async () => {
    await portal.close();
    await proxy.close();
  });

  const get = (url: string): Promise<Answer> => browser.send({ method: "GET", url });

  function expectAway({ status, body, headers, text }: Answer): void {
    expect(status, text).toBe(503);
    expect(body).toMatchObject({ code: "errors.unavailable", message: expect.any(String), requestId: expect.any(String) });
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  }

  test("while it is away calls answer 503 with Retry-After, and sessions survive", async () => {
    proxy.cut();
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.call(validateAuth)));
    answers.forEach(expectAway);
    expect(answers.some(({ headers }) => headers["set-cookie"] !== undefined)).toBe(false);
    expectAway(await browser.call(logInWithPassword, { body: { email, password: aPassword, deviceName: "a test" } }));
    proxy.restore();
    expect((await browser.call(validateAuth)).status).toBe(200);
    expect((await logIn(portal.browser(), { email })).cookies.has("session")).toBe(true);
  });

  test("a logout fails and keeps its cookies, so that the second try ends the session", async () => {
    const secret = browser.cookies.get("session") ?? "";
    proxy.cut();
    const failed = await browser.call(logOut);
    expectAway(failed);
    expect(failed.headers["set-cookie"]).toBeUndefined();
    proxy.restore();
    expect((await browser.call(logOut)).status).toBe(200);
    expect(browser.cookies.has("session")).toBe(false);
    const copy = portal.browser();
    copy.cookies.set("session", secret);
    expect((await copy.call(validateAuth)).status).toBe(401);
  });

  test("meanwhile the process is alive and ready, because it serves our page, and /readyz/database says what is away", async () => {
    const health = async (): Promise<number[]> =>
      (await Promise.all(["/livez", "/readyz", "/readyz/database"].map(get))).map(({ status }) => status);
    expect(await health()).toEqual([200, 200, 200]);
    proxy.cut();
    expect(await health()).toEqual([200, 200, 503]);
    expect((await get("/readyz/database")).body).toEqual({ status: "not ready", reason: "the database does not answer" });
    proxy.restore();
    expect(await health()).toEqual([200, 200, 200]);
  });

  test("a native form is redirected back with the reason where no pages are served", async () => {
    proxy.cut();
    const answer = await browser.postForm("/api/auth/pw/login", { email, password: aPassword, deviceName: "a test" });
    expect(answer).toMatchObject({ status: 303, headers: { location: "/login/password?error=errors.unavailable" } });
  });

  test.each([
    ["53100", "could not extend file"],
    ["XX000", "could not write init file"],
  ])("while the disk of PostgreSQL is full (%s: %s), logins get a 503, reads go on, and both recover", async (code, message) => {
    const run = (text: string): Promise<unknown> => portal.store.withScripts((script) => script(text));
    // PostgreSQL raises the code itself. Only the disk is not really full.
    await run(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception '${message}' using errcode = '${code}'; end $$;
      create trigger refuse before insert on sessions for each row execute function refuse()`);
    expectAway(await browser.call(logInWithPassword, { body: { email, password: aPassword, deviceName: "a test" } }));
    expect((await browser.call(validateAuth)).status).toBe(200);
    await run("drop trigger refuse on sessions");
    expect((await logIn(portal.browser(), { email })).cookies.has("session")).toBe(true);
  });

  test("connections that the server ends are replaced, and a call meanwhile gets a 503 at worst", async () => {
    const admin = new pg.Client({ connectionString: portal.store.url });
    await admin.connect();
    try {
      for (let round = 0; round < 3; round++) {
        const calls = Array.from({ length: 10 }, () => browser.call(validateAuth));
        await admin.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
        );
        for (const { status, text } of await Promise.all(calls)) expect([200, 503], text).toContain(status);
        // Each of the ten connections may have to fail first.
        await expect.poll(async () => (await browser.call(validateAuth)).status).toBe(200);
      }
    } finally {
      await admin.end();
    }
  });

  test("connections that never answer, as after a failover, are dropped within seconds and not reused", async () => {
    await Promise.all(Array.from({ length: 3 }, () => browser.call(validateAuth)));
    proxy.freeze();
    const first = await Promise.all(Array.from({ length: 10 }, () => browser.call(validateAuth)));
    expect(first.map(({ status }) => status)).toContain(503);
    for (const answer of first) if (answer.status !== 200) expectAway(answer);
    expect((await browser.call(validateAuth)).status).toBe(200);
    expect((await get("/readyz/database")).status).toBe(200);
  });
});

test("a process that is told to stop is unready at once, and still answers", async () => {
  const readiness = { isStarted: true, isStopping: false };
  const portal = await buildTestPortal({}, { readiness });
  readiness.isStopping = true;
  const browser = portal.browser();
  expect(await browser.send({ method: "GET", url: "/readyz" })).toMatchObject({ status: 503, body: { reason: "stopping" } });
  expect((await browser.send({ method: "GET", url: "/readyz/database" })).status).toBe(503);
  expect((await browser.send({ method: "GET", url: "/livez" })).status).toBe(200);
  expect((await browser.send({ method: "GET", url: "/api/auth/users/login-types" })).status).toBe(200);
  await portal.close();
});
