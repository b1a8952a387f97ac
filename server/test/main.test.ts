/** The portal as its own process, on the embedded database in a temporary folder (DESIGN section 6). */
import { mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "./free-port.ts";
import { demoAccounts, demoClass, demoPassword } from "#seed/demo-people.ts";
import { sendAndLeave, sendRaw } from "./raw-http.ts";
import { runScript } from "./run-script.ts";
import type { RunningScript } from "./run-script.ts";
import { createTestStore } from "./test-store.ts";

/** The stand-ins do not run. Their default ports may belong to a demo on this machine. */
function startPortal(folder: string, env: Record<string, string> = {}): RunningScript {
  return runScript("src/main.ts", { DATA_DIR: folder, STAND_INS_PORT: "4990", ...env });
}

async function stop({ process, ended }: RunningScript): Promise<number | null> {
  process.kill("SIGTERM");
  return ended;
}

describe("settings at the start", () => {
  test("production without its settings ends with one sentence each, and exit code 1", async () => {
    const portal = startPortal("/nowhere", { NODE_ENV: "production" });
    expect(await portal.ended).toBe(1);
    expect(portal.output()).toContain("Storyport cannot start with these settings:");
    for (const name of ["PUBLIC_URL", "DATABASE_URL", "SECRET_KEY", "SMTP_URL"]) expect(portal.output()).toContain(`${name} is needed`);
    expect(portal.output()).not.toMatch(/\n\s+at /);
  });

  test("an unreachable database ends with a sentence, and exit code 1", async () => {
    const portal = startPortal("/nowhere", { DATABASE_URL: "postgres://storyport:canary-pw@127.0.0.1:1/storyport" });
    expect(await portal.ended).toBe(1);
    expect(portal.output()).toContain("The database does not answer (connect ECONNREFUSED 127.0.0.1:1).");
    expect(portal.output()).not.toMatch(/canary-pw|\n\s+at /);
  });
});

test("a HOST that is no address of this machine ends with a sentence, and exit code 1 (needs the built web app)", async () => {
  const folder = await mkdtemp(join(tmpdir(), "storyport-main-"));
  const portal = startPortal(folder, { HOST: "203.0.113.5", PORT: String(await freePort()), DEMO: "false" });
  const code = await portal.ended;
  await rm(folder, { recursive: true, force: true });
  expect(code).toBe(1);
  expect(portal.output()).toContain("HOST=203.0.113.5 cannot be used (EADDRNOTAVAIL).");
  expect(portal.output()).not.toMatch(/is taken|\n\s+at /);
});

describe("a portal that runs (needs the built web app)", () => {
  let folder: string;
  let port: number;
  let base: string;
  let portal: RunningScript;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "storyport-main-"));
    port = await freePort();
    base = `http://127.0.0.1:${port}`;
    portal = startPortal(folder, { PORT: String(port), LOG_LEVEL: "debug" });
    await portal.says("Ctrl-C stops everything");
  });
  afterAll(async () => {
    portal.process.kill("SIGKILL");
    await portal.ended;
    await rm(folder, { recursive: true, force: true });
  });

  const ours = { "sec-fetch-site": "same-origin", "content-type": "application/json" };

  async function logIn(email: string, password = demoPassword): Promise<Response> {
    const body = JSON.stringify({ email, password, deviceName: "a test" });
    return fetch(`${base}/api/auth/pw/login`, { method: "POST", headers: ours, body });
  }

  test("prints the addresses and accounts", () => {
    expect(portal.output()).toContain(`Storyport is ready:  http://localhost:${port}`);
    expect(portal.output()).toContain(demoPassword);
    for (const { email } of demoAccounts) if (email !== undefined) expect(portal.output()).toContain(email);
  });

  test("serves the login page, the API and its health", async () => {
    const page = await fetch(`${base}/login`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("<form");
    expect((await fetch(`${base}/readyz`)).status).toBe(200);
    expect((await logIn("teacher@fjordskolen.example")).status).toBe(200);
  });

  test("a second process on the same folder is refused with a sentence that names the first, which continues", async () => {
    const second = startPortal(folder, { PORT: String(await freePort()) });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`is already open in process ${portal.process.pid}.`);
    expect(second.output()).not.toMatch(/\n\s+at /);
    expect((await logIn("teacher@fjordskolen.example")).status).toBe(200);
  });

  test("a taken port ends with a sentence, and exit code 1", async () => {
    const other = await mkdtemp(join(tmpdir(), "storyport-main-"));
    const second = startPortal(other, { PORT: String(port) });
    const code = await second.ended;
    await rm(other, { recursive: true, force: true });
    expect(code).toBe(1);
    expect(second.output()).toContain(`Port ${port} is taken by another program. Stop it, or choose another one: PORT=3010 npm start`);
    expect(second.output()).not.toMatch(/\n\s+at /);
  });

  test("the log contains no secret, even at level debug", async () => {
    const canary = "canary-0123456789-abcdefghijklmnopqrstuvwxyz";
    const login = await logIn("teacher@fjordskolen.example");
    const session = /session=([\w-]{43})/.exec(login.headers.getSetCookie().join())?.[1] ?? "no session";
    const device = /device=([\w-]{43})/.exec(login.headers.getSetCookie().join())?.[1] ?? "no device";
    await logIn("teacher@fjordskolen.example", canary);
    await logIn(`${canary}@school.example`, canary);
    const headers = { ...ours, cookie: `session=${session}; device=${device}`, authorization: `Bearer ${canary}`, "user-agent": canary };
    for (const path of [
      `/account/set-password?code=${canary}`,
      `/account/delete/${canary}`,
      `/account/delete/${canary}%zz`,
      `/new-user-password?gameId=1&code=${canary}`,
      `/login/qr?code=${canary}`,
      `/login?postLoginPage=${encodeURIComponent(`/account/set-password?code=${canary}`)}`,
      `/api/auth/qr/login?code=${canary}`,
      `/api/auth/new-user-password/1/${canary}`,
      `/api/auth/user/deletion/1/${canary}`,
      `/api/auth/token/game/status?handover=${canary.slice(0, 43)}`,
      `/api/auth/token/game/callback?gameId=1&state=${canary}&clientCode=${canary}&deeplink=http://127.0.0.1/callback`,
      "/api/auth/auth/validate-auth",
    ]) {
      await fetch(`${base}${path}`, { headers, redirect: "manual" });
    }
    for (const body of [`{"token":"${canary}"}`, `{"accessToken":"${canary}","scope":"PLAYER"}`, `{"broken ${canary}`]) {
      for (const path of ["token", "token/scope", "token/revoke", "users/set-display-name", "pw/login"]) {
        await fetch(`${base}/api/auth/${path}`, { method: "POST", headers, body });
      }
    }
    await portal.says("/api/auth/token/revoke");
    const output = portal.output();
    expect(output).toContain("/account/delete/[secret]");
    for (const secret of [canary, canary.slice(0, 43), session, device]) expect(output).not.toContain(secret);
    // The banner prints the demo's password; the log must not.
    const log = output.split("\n").filter((line) => line.startsWith("{"));
    expect(log.length).toBeGreaterThan(20);
    expect(log.join("\n")).not.toContain(demoPassword);
    expect(log.join("\n")).not.toContain("teacher@fjordskolen.example");
  });

  const faultsInLog = (): string[] =>
    portal
      .output()
      .split("\n")
      .filter((line) => /"level":(50|60)|"stack"|^\s+at .+:\d+/.test(line));

  test("answers or clearly refuses any header, cookie and address in any spelling", async () => {
    const call = "GET /api/auth/manifest/orgs/ HTTP/1.1\r\nhost: x\r\n";
    const page = "GET /login HTTP/1.1\r\nhost: x\r\n";
    const big = "x".repeat(2 * 1024 * 1024);
    const headers = [
      ["accept-language: __proto__", "accept-language: constructor, toString;q=0.1", "accept-language: nb\r\naccept-language: constructor"],
      [
        "__proto__: x",
        "constructor: x",
        "cookie: __proto__=1; constructor=2; language=constructor",
        "cookie: session=a\r\ncookie: session=b",
      ],
      ["content-type: a\r\ncontent-type: b", "host: y", "origin: constructor", "sec-fetch-site: __proto__", "x-forwarded-for: __proto__"],
      ["cookie: language=\u00FF\u00FE; session=\u00C3\u0028; =;;a", "user-agent: \u00F0\u0028\u008C\u00BC", "referer: http://["],
      [`cookie: language=${big}`, `accept-language: ${big}`, `x-${big}: y`, "expect: 100-continue", "transfer-encoding: constructor"],
    ].flat();
    const lines = [
      "GET http://evil.test/login",
      "GET /%61pi/auth/manifest/orgs/",
      "GET /%61pi/auth/auth/validate-auth",
      "OPTIONS *",
      "GET //evil.test/login",
    ];
    const requests = [
      ...headers.flatMap((header) => [call, page].map((start) => `${start}${header}\r\n\r\n`)),
      ...[
        ...lines,
        "GET /login?%ff=%ff",
        "GET /%",
        "GET /login/%2e%2e/%2e%2e/etc",
        "PROPFIND /login",
        "GET constructor",
        "__proto__ /",
      ].map((line) => `${line} HTTP/1.1\r\nhost: x\r\n\r\n`),
    ];
    for (const request of requests) {
      const status = await sendRaw(port, Buffer.from(request, "latin1"));
      expect(status ?? 400, request.slice(0, 200)).toBeLessThan(500);
    }
    expect(faultsInLog()).toEqual([]);
    expect((await fetch(`${base}/login`)).status).toBe(200);
  });

  test("800 clients that disconnect early leave no trace in the log, and others still get answers", async () => {
    const whole = JSON.stringify({ email: "nobody@school.example", password: "Wrong-Password-1", deviceName: "a test" });
    const post = `POST /api/auth/pw/login HTTP/1.1\r\nhost: x\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\ncontent-length: ${whole.length}\r\n\r\n`;
    const requests = [
      "GET /login HTTP/1.1\r\nhost: x\r\n\r\n",
      "GET /api/auth/manifest/orgs/ HTTP/1.1\r\nhost: x\r\n\r\n",
      "GET /api/auth/auth/validate-auth HTTP/1.1\r\nhost: x\r\n",
      `${post}${whole.slice(0, 20)}`,
    ];
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(Array.from({ length: 40 }, (_, index) => sendAndLeave(port, requests[index % requests.length] ?? "")));
    }
    expect((await fetch(`${base}/login`)).status).toBe(200);
    expect((await logIn("teacher@fjordskolen.example")).status).toBe(200);
    expect(faultsInLog()).toEqual([]);
  });

  test("SIGTERM ends it quickly with exit code 0; the next start opens the folder and keeps the data", async () => {
    const login = await logIn("newcomer@fjordskolen.example");
    const cookie = login.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const named = await fetch(`${base}/api/auth/users/set-display-name`, {
      method: "POST",
      headers: { ...ours, cookie },
      body: JSON.stringify({ displayName: "Nina Ny" }),
    });
    expect(named.status).toBe(200);
    const before = Date.now();
    expect(await stop(portal)).toBe(0);
    expect(Date.now() - before).toBeLessThan(5000);
    expect(portal.output()).toMatch(/"reason":"SIGTERM","msg":"stopping"[^]*"msg":"stopped"/);
    portal = startPortal(folder, { PORT: String(port) });
    await portal.says("Ctrl-C stops everything");
    const me = await fetch(`${base}/api/auth/auth/validate-auth`, { headers: { cookie } });
    expect(await me.json()).toMatchObject({ displayName: "Nina Ny", email: "newcomer@fjordskolen.example" });
  });

  test("after a kill it starts again despite its old lock, and keeps acknowledged data", async () => {
    const login = await logIn("member@fjordskolen.example");
    const cookie = login.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    portal.process.kill("SIGKILL");
    await portal.ended;
    portal = startPortal(folder, { PORT: String(port) });
    await portal.says("Ctrl-C stops everything");
    expect((await fetch(`${base}/api/auth/auth/validate-auth`, { headers: { cookie } })).status).toBe(200);
  });

  test("it ends when its parent process is gone", async () => {
    portal.process.disconnect();
    expect(await portal.ended).toBe(0);
  });
});

describe("a portal on a PostgreSQL, without NODE_ENV", () => {
  test.each([
    ["starts empty: the demo's passwords do not log in", { PUBLIC_URL: "https://portal.school.example" }, "is ready at https:", 0],
    [
      "is filled with the demo world where DEMO says so",
      { DEMO: "true" },
      "Ctrl-C stops everything",
      demoAccounts.length + demoClass.students.length,
    ],
  ])("%s", async (_promise, env, sentence, accounts) => {
    const store = await createTestStore();
    const folder = await mkdtemp(join(tmpdir(), "storyport-main-"));
    const portal = startPortal(folder, { PORT: String(await freePort()), DATABASE_URL: store.url ?? "", ...env });
    try {
      await portal.says(sentence);
      expect(await store.database.selectFrom("accounts").select("id").execute()).toHaveLength(accounts);
      expect(portal.output().includes(demoPassword)).toBe(accounts > 0);
    } finally {
      await stop(portal);
      await rm(folder, { recursive: true, force: true });
      await store.close();
    }
  });

  test("tells the database that it runs, until it stops", async () => {
    const store = await createTestStore();
    const folder = await mkdtemp(join(tmpdir(), "storyport-main-"));
    const portal = startPortal(folder, { PORT: String(await freePort()), DATABASE_URL: store.url ?? "" });
    const rows = () => store.database.selectFrom("portals").select(["instance", "version", "node"]).execute();
    try {
      await portal.says("is ready at");
      expect(await rows()).toEqual([
        {
          instance: expect.stringMatching(`^${hostname()}-${portal.process.pid}-[0-9a-f]{8}$`),
          version: expect.stringMatching(/^\d+\.\d+/),
          node: process.versions.node,
        },
      ]);
      expect(await stop(portal)).toBe(0);
      expect(await rows()).toEqual([]);
    } finally {
      await stop(portal);
      await rm(folder, { recursive: true, force: true });
      await store.close();
    }
  });
});
