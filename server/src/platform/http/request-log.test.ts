/** The log of a running portal: one line for each answered request, and whose names of requests it believes. */
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { logOptions } from "#/platform/log.ts";
import { aPassword, aTeacher } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";

interface Logged {
  portal: TestPortal;
  /** Returns the lines that were written while `work` ran. */
  during(work: () => Promise<unknown>): Promise<Record<string, unknown>[]>;
}

async function aLoggedPortal(env: Record<string, string> = {}, options: { withPages?: boolean } = {}): Promise<Logged> {
  let text = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const log = pino({ ...logOptions("info"), base: { instance: "a-test", version: "1.2.3" } }, stream);
  const portal = await buildTestPortal(env, { ...options, log });
  return {
    portal,
    async during(work) {
      text = "";
      await work();
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    },
  };
}

let logged: Logged;
let behindProxy: Logged;
beforeAll(async () => {
  logged = await aLoggedPortal();
  behindProxy = await aLoggedPortal({ TRUSTED_PROXIES: "127.0.0.1, 2001:db8::/32" });
});
afterAll(async () => {
  await logged.portal.close();
  await behindProxy.portal.close();
});

test("a request is one line: portal, version, request, endpoint, status, time and shortened address", async () => {
  const { account } = await aTeacher(logged.portal);
  const body = { email: account.email, password: aPassword, deviceName: "a test" };
  const lines = await logged.during(() => logged.portal.browser().call(logInWithPassword, { body }));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    level: 30,
    instance: "a-test",
    version: "1.2.3",
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    method: "POST",
    url: "/api/auth/pw/login",
    endpoint: "logInWithPassword",
    status: 200,
    durationMs: expect.any(Number),
    network: "127.0.0.0/24",
  });
  expect(lines[0]).not.toHaveProperty("refusal");
  expect(JSON.stringify(lines)).not.toContain(account.email);
});

test.each([
  ["/_gamecode/new-user-password/1/CANARY123", "/_gamecode/[hidden]"],
  ["/no-such-page", "/no-such-page"],
  ["/no-such-page/CANARY123?x=CANARY123", "/no-such-page/[hidden]?x=[hidden]"],
  ["/api/auth/no-such-call/CANARY123", "/api/auth/no-such-call/[hidden]"],
  ["/api/auth/no-such-call", "/api/auth/no-such-call"],
  ["/CANARY123/%zz", "[undecodable]"],
])("of the address %s, which no route has, the log shows %s", async (url, shown) => {
  const [line] = await logged.during(() => logged.portal.browser().send({ method: "GET", url }));
  expect(line).toMatchObject({ url: shown });
  expect(JSON.stringify(line)).not.toContain("CANARY123");
});

test("with the pages too, a path that no page has is hidden behind its first part, and a page's path is logged (needs the built web app)", async () => {
  const { portal, during } = await aLoggedPortal({}, { withPages: true });
  const get = (url: string) => during(async () => await portal.browser().send({ method: "GET", url, headers: { accept: "text/html" } }));
  const [lost] = await get("/_gamecode/new-user-password/1/CANARY123");
  const [page] = await get("/login/password");
  await portal.close();
  expect(lost).toMatchObject({ status: 404, url: "/_gamecode/[hidden]" });
  expect(page).toMatchObject({ status: 200, url: "/login/password" });
});

test("a refused request has its code, at level info", async () => {
  const [line] = await logged.during(() => logged.portal.browser().call(validateAuth));
  expect(line).toMatchObject({ level: 30, endpoint: "validateAuth", status: 401, refusal: "errors.notLoggedIn" });
  const [missing] = await logged.during(() => logged.portal.browser().send({ method: "GET", url: "/api/auth/nothing" }));
  expect(missing).toMatchObject({ level: 30, status: 404, refusal: "errors.notFound" });
  const [unroutable] = await logged.during(() => logged.portal.browser().send({ method: "GET", url: "/api/auth/%zz" }));
  expect(unroutable).toMatchObject({ level: 30, status: 400, refusal: "errors.invalidInput", reason: "FST_ERR_BAD_URL" });
});

test("the answer's id and the line's id are the same", async () => {
  let answered: unknown;
  const [line] = await logged.during(async () => {
    answered = (await logged.portal.browser().call(validateAuth)).headers["x-request-id"];
  });
  expect(line?.["requestId"]).toBe(answered);
});

test("health checks have no lines", async () => {
  const { portal } = logged;
  expect(
    await logged.during(async () => {
      for (const url of ["/livez", "/readyz", "/readyz/database"])
        expect((await portal.browser().send({ method: "GET", url })).status).toBe(200);
    }),
  ).toEqual([]);
});

describe("names that proxies give a request", () => {
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  const headers = { "x-request-id": "proxy-7f3a:0001", traceparent };

  async function ask({ portal, during }: Logged, sent: Record<string, string>, remoteAddress = "127.0.0.1") {
    let answer: { headers: Record<string, unknown> } = { headers: {} };
    const [line] = await during(async () => {
      answer = await portal.app.inject({ method: "GET", url: "/api/auth/auth/validate-auth", headers: sent, remoteAddress });
    });
    return { line, headers: answer.headers };
  }

  test("those of a trusted proxy are in the line and in the answer", async () => {
    const answer = await ask(behindProxy, headers);
    expect(answer.line).toMatchObject({ requestId: "proxy-7f3a:0001", traceId });
    expect(answer.headers["x-request-id"]).toBe("proxy-7f3a:0001");
    expect(answer.headers["traceresponse"]).toMatch(new RegExp(`^00-${traceId}-(?!00f067aa0ba902b7)[\\da-f]{16}-01$`));
    expect((await ask(behindProxy, headers, "2001:db8::7")).line).toMatchObject({ requestId: "proxy-7f3a:0001", traceId });
  });

  test.each([
    ["a client, where there is no proxy", () => logged, "127.0.0.1"],
    ["a client that reaches the portal beside its proxy", () => behindProxy, "203.0.113.9"],
    ["another IPv6 network", () => behindProxy, "2001:db9::1"],
  ])("those of %s are not believed", async (_who, which, from) => {
    const answer = await ask(which(), headers, from);
    expect(answer.line?.["requestId"]).toMatch(/^[\da-f-]{36}$/);
    expect(answer.line).not.toHaveProperty("traceId");
    expect(answer.headers).not.toHaveProperty("traceresponse");
  });

  test.each([
    ["10 kB", { "x-request-id": "a".repeat(10_240), traceparent: `${traceparent}${"0".repeat(10_240)}` }],
    ["too long by one", { "x-request-id": "a".repeat(65), traceparent: `${traceparent}-` }],
    ["spaces, quotes and controls", { "x-request-id": 'id "with" spaces', traceparent: ` ${traceparent.replace("-", " ")}` }],
    ["empty", { "x-request-id": "", traceparent: "" }],
    ["a trace of zeros", { "x-request-id": "short", traceparent: `00-${"0".repeat(32)}-00f067aa0ba902b7-01` }],
    ["a span of zeros", { "x-request-id": "<b>bold</b>", traceparent: `00-${traceId}-${"0".repeat(16)}-01` }],
    ["capitals and another version", { "x-request-id": "a,b,c,d,e", traceparent: `ff-${traceId.toUpperCase()}-00f067aa0ba902b7-01` }],
  ])("ill-formed ones of a proxy are ignored, and the request is answered: %s", async (_what, sent) => {
    const answer = await ask(behindProxy, sent);
    expect(answer.line).toMatchObject({ status: 401, requestId: expect.stringMatching(/^[\da-f-]{36}$/) });
    expect(answer.line).not.toHaveProperty("traceId");
    expect(answer.headers).not.toHaveProperty("traceresponse");
  });
});
