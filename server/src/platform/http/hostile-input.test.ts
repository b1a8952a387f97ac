/** Wrong, oversized, mistyped and hostile input gets a clear 4xx on every endpoint; generated from the contract (DESIGN 8.8). */
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "@storyport/contract/endpoint";
import { aPassword, aTeacher, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { anAddressOf, endpoints } from "#test/every-endpoint.ts";
import { expectRefused } from "#test/expect-envelope.ts";

let portal: TestPortal;
let browser: Browser;
let listening: Promise<string> | undefined;
beforeAll(async () => {
  portal = await buildTestPortal();
  browser = await logIn(portal.browser(), (await aTeacher(portal)).account);
});
afterAll(() => portal.close());

const named = (some: Endpoint[]) => some.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const withBody = endpoints.filter(({ body }) => body !== undefined);

function send(endpoint: Endpoint, payload: string | Buffer, contentType = "application/json"): Promise<Answer> {
  return browser.send({ method: endpoint.method, url: anAddressOf(endpoint), payload, headers: { "content-type": contentType } });
}

/** Texts that break careless code. */
const hostileTexts = [
  "\u0000",
  "a\u0000b@school.example",
  "\ud800",
  "\udfff\ud800",
  "\u202e\u2066evil\u2069",
  "\ufeff",
  "👩‍👩‍👧‍👦".repeat(50),
  "Z̷̛̖".repeat(200),
  "﷽".repeat(100),
  "İıſK",
  "../../../../etc/passwd",
  "${7*7}{{7*7}}<%= 7*7 %>",
  "' or 1=1; drop table accounts; --",
  "%' escape '\\",
  "<img src=x onerror=alert(1)>",
  "\r\nSet-Cookie: session=evil",
  "constructor",
  "__proto__",
  "x".repeat(60_000),
  "-0",
  "1e400",
  "NaN",
];

const brokenBodies = [
  "null",
  "[]",
  '"x"',
  "0",
  "-1e400",
  "true",
  "{",
  "}",
  "",
  "   ",
  "undefined",
  "{'email':1}",
  '{"a":1}{"b":2}',
  "[".repeat(30_000),
  `${"[".repeat(30_000)}${"]".repeat(30_000)}`,
  `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
  '{"__proto__":{"isAdmin":true}}',
  '{"\\u005f\\u005fproto\\u005f\\u005f":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"email":{"__proto__":{"isAdmin":true}}}',
  '{"\\u0000":"\\u0000"}',
  '{"\\ud800":"\\udc00\\ud800"}',
  `{${Array.from({ length: 5000 }, (_, index) => `"k${index}":1`).join(",")}}`,
];

/** Where a provider sends the browser to or from, a person is waiting, so the answer may also redirect to the login page. */
function expectTurnedAway({ path }: Endpoint, answer: Answer, about?: string): void {
  const isLedOn = /^(feide|google|apple)\//.test(path) && answer.status === 303;
  if (isLedOn)
    expect(answer.headers.location, about).toMatch(/^\/(login\?error=errors\.\w+(&loginType=[A-Z]+)?|api\/auth\/apple\/callback.*)$/);
  // A logout that proves nothing is asked about by the portal's page.
  else if (path === "auth/end-session" && answer.status === 303) expect(answer.headers.location, about).toBe("/logout");
  else expectRefused(answer, about);
}

/** Searches accept any text and find nothing. All other calls must refuse. */
function expectNothingOf(endpoint: Endpoint, answer: Answer, about: string): void {
  if (about.startsWith("query=") && answer.status === 200) expect(answer.body, about).toMatchObject({ results: [] });
  else expectTurnedAway(endpoint, answer, about);
}

describe.each(named(withBody))("%s", (_name, endpoint) => {
  test.each(brokenBodies.map((body, index) => [index, body] as const))("refuses the broken body %#", async (_index, body) => {
    expectTurnedAway(endpoint, await send(endpoint, body), body.slice(0, 60));
  });

  test("refuses ten megabytes with 413", async () => {
    const answer = await send(endpoint, `{"email":"${"x".repeat(10_000_000)}"}`);
    expect(answer).toMatchObject({ status: 413, body: { code: "errors.payloadTooLarge" } });
    expectRefused(answer);
  });

  test("refuses invalid UTF-8", async () => {
    expectRefused(await send(endpoint, Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0xed, 0xa0, 0x80, 0x7d])));
  });

  test("accepts hostile text, numbers, lists, objects or null in a field only as plain text", async () => {
    for (const field of [...fieldsOf(endpoint.body), "unknownMember"]) {
      for (const value of [...hostileTexts, 0, -1, 1e308, true, null, [], ["a"], {}, { $ne: "" }, { toString: 1 }]) {
        const answer = await send(endpoint, JSON.stringify({ [field]: value }));
        const about = `${field}: ${JSON.stringify(value).slice(0, 60)}`;
        // A text may be a name, which the call then returns.
        if (answer.status === 200) expect(answer.body, about).toEqual({ [field]: value });
        else expectTurnedAway(endpoint, answer, about);
      }
    }
  });
});

test("Object.prototype stays unchanged", () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect("isAdmin" in {}).toBe(false);
});

describe.each(named(endpoints.filter(({ query }) => query !== undefined)))("%s", (_name, endpoint) => {
  test("refuses a hostile value, a repeated key and an unknown key in its query", async () => {
    for (const key of [...fieldsOf(endpoint.query), "__proto__", "constructor", "a[b]", "unknownMember"]) {
      for (const value of hostileTexts) {
        const text = encodeURIComponent(value.toWellFormed().slice(0, 5000));
        for (const query of [`${key}=${text}`, `${key}=${text}&${key}=${text}`, `${key}[]=${text}`, `${key}=%ED%A0%80&=&%`]) {
          const answer = await browser.send({ method: endpoint.method, url: `${anAddressOf(endpoint)}?${query}` });
          expectNothingOf(endpoint, answer, query.slice(0, 80));
        }
      }
    }
  });
});

describe.each(named(endpoints.filter(({ path }) => path.includes("{"))))("%s", (_name, endpoint) => {
  test.each([...hostileTexts, "x".repeat(128), "x".repeat(201), "%", "%zz", "%ED%A0%80", "/", "a/b"])(
    "refuses %j in its path",
    async (value) => {
      const url = value.startsWith("%")
        ? `/api/auth/${endpoint.path.replace(/\{\w+\}/g, value)}`
        : anAddressOf(endpoint, value.toWellFormed().slice(0, 5000));
      expectRefused(await browser.send({ method: endpoint.method, url }), url.slice(0, 100));
    },
  );
});

test("a code of 128 characters in a path passes the router", async () => {
  // Longer than the router's own limit of 100, so that the refusal must come from the contract.
  const answer = await browser.send({ method: "GET", url: `/api/auth/manifest/orgs/${"x".repeat(128)}` });
  expect(answer).toMatchObject({ status: 400, body: { code: "errors.invalidInput", errors: [{ field: "orgId" }] } });
});

const garbageCookies = [
  "session",
  "session=",
  "session=;session=;session=",
  `session=${"x".repeat(43)}`,
  `session=${"x".repeat(12_000)}`,
  "session=%E0%A4%A",
  "session=%00",
  "session=__proto__; __proto__=session; constructor=1",
  "device=' or 1=1 --; user=<script>",
  "=;=;;;===",
  '"session"="x"',
  "session=\u{e9}\u{f8}",
  Array.from({ length: 500 }, (_, index) => `c${index}=${index}`).join("; "),
];

test.each(garbageCookies.map((cookie, index) => [index, cookie] as const))("the garbage cookie %# is ignored", async (_index, cookie) => {
  for (const endpoint of endpoints) {
    const answer = await portal.browser().send({ method: endpoint.method, url: anAddressOf(endpoint), headers: { cookie } });
    if (endpoint.access.by === "session") expectRefused(answer, endpoint.name);
    else expect(answer.status, `${endpoint.name}: ${answer.text}`).toBeLessThan(500);
  }
});

/** Returns the fields of an object schema; an empty list for other schemas. */
function fieldsOf(schema: Endpoint["body"]): string[] {
  if (schema === undefined || !("shape" in schema._zod.def)) return [];
  const { shape } = schema._zod.def;
  return typeof shape === "object" && shape !== null ? Object.keys(shape) : [];
}

test.each([
  "/%61pi/auth/manifest/orgs/",
  "http://localhost/api/auth/manifest/orgs/",
  "/api/auth/manifest/%6frgs/",
  "/%61pi/auth/no-such-call",
])("an answer of the API is never cached, in any spelling of its address (%s)", async (path) => {
  const { headers, status } = await overSocket(path);
  // The request has reached the application.
  expect(status).not.toBe(400);
  expect(headers).toMatch(/^cache-control: no-store\r?$/im);
});

test("none of 800 clients that disconnect early causes an error", async () => {
  const statuses: number[] = [];
  const gone = await buildTestPortal();
  // The hook runs even if no client is left to read the answer.
  gone.app.addHook("onSend", (_request, reply, _payload, done) => {
    statuses.push(reply.statusCode);
    done();
  });
  try {
    const address = await gone.app.listen({ port: 0, host: "127.0.0.1" });
    const body = JSON.stringify({ email: "nobody@school.example", password: "Lighthouse-Beam-7", deviceName: "a test" });
    const head = `Host: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    for (let round = 0; round < 8; round++) {
      await Promise.all(Array.from({ length: 100 }, () => leaveAfter(address, `POST /api/auth/pw/login HTTP/1.1\r\n${head}${body}`)));
    }
    // Remaining clients still get answers.
    expect((await fetch(`${address}/livez`)).status).toBe(200);
  } finally {
    await gone.close();
  }
  // Many clients leave before the server has read their request. It answers none of them.
  expect(statuses.length).toBeGreaterThan(100);
  expect(statuses.filter((status) => status === 500)).toEqual([]);
});

test("a portal that stops finishes the requests of clients that have left, before its database closes", async () => {
  const stopping = await buildTestPortal();
  const failures: unknown[] = [];
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  stopping.app.addHook("preHandler", (_request, _reply, done) => {
    begin();
    done();
  });
  stopping.app.addHook("onError", (_request, _reply, error, done) => {
    failures.push(error);
    done();
  });
  const address = await stopping.app.listen({ port: 0, host: "127.0.0.1" });
  const { account } = await aTeacher(stopping);
  const body = JSON.stringify({ email: account.email, password: aPassword, deviceName: "a test" });
  const head = `Host: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const socket = connect(Number(new URL(address).port), "127.0.0.1");
  socket.write(`POST /api/auth/pw/login HTTP/1.1\r\n${head}${body}`);
  await begun;
  socket.destroy();
  await stopping.close();
  expect(failures).toEqual([]);
});

/** Sends all bytes and disconnects at once. */
function leaveAfter(address: string, bytes: string): Promise<void> {
  const { port } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(bytes, () => socket.resetAndDestroy()));
    socket.on("error", () => undefined).on("close", () => resolve());
  });
}

/** Sends the path unchanged, because a URL parser would normalize it. */
async function overSocket(path: string): Promise<{ status: number; headers: string }> {
  listening ??= portal.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = new URL(await listening);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1", () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    );
    let received = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => (received += chunk));
    socket.on("error", reject).on("close", () => {
      const [headers = ""] = received.split("\r\n\r\n");
      resolve({ status: Number(headers.split(" ")[1]), headers });
    });
  });
}
