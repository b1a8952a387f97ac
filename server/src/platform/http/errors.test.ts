/** Every unsuccessful answer has the contract's shape and reveals no internals (DESIGN section 4). */
import { execFile } from "node:child_process";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorCodes, errorEnvelope, refusals } from "@storyport/contract/error-codes";
import { Refusal } from "#/platform/refusal.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { expectEnvelope, expectRefused } from "#test/expect-envelope.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
  portal.app.get("/api/auth/a-bug", () => {
    throw new Error("secret detail: select * from accounts");
  });
  // A careless library may reject with a value that is no error.
  portal.app.get("/api/auth/no-error", () => Promise.reject({ secret: "detail" }));
  portal.app.get("/api/auth/disguised-bug", () => {
    throw Object.assign(new Error("secret detail"), { statusCode: 500, code: "ECONFUSED" });
  });
  portal.app.get("/api/auth/refused/:code", ({ params }) => {
    const { code } = params as { code: keyof typeof refusals };
    throw new Refusal(code, { reason: "secret detail" });
  });
  portal.app.get("/api/auth/cast/:value", async ({ params }) => {
    const { value } = params as { value: string };
    return (await sql`select ${value}::date`.execute(portal.context.database)).rows;
  });
  const bothHoldOne = Promise.withResolvers<void>();
  const holding = new Set<string>();
  portal.app.get("/api/auth/locks/:first/:second", async ({ params }) => {
    const { first, second } = params as { first: string; second: string };
    await portal.context.database.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${first}::int)`.execute(transaction);
      if (holding.add(first).size === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await sql`select pg_advisory_xact_lock(${second}::int)`.execute(transaction);
    });
    return {};
  });
  await portal.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => portal.close());

test.each(["/api/auth/a-bug", "/api/auth/no-error", "/api/auth/disguised-bug"])(
  "an unexpected error (%s) gets 500 and reveals nothing",
  async (url) => {
    const { status, body, text, headers } = await portal.browser().send({ method: "GET", url });
    expect(status).toBe(500);
    expect(body).toEqual({
      message: "Sorry, an unexpected error has occurred.",
      code: "errors.unexpected",
      requestId: headers["x-request-id"],
    });
    expect(text).not.toContain("detail");
  },
);

test("every refusal has its own status, sentence and code, and never its reason", async () => {
  for (const code of errorCodes) {
    const { status, body, text } = await portal.browser().send({ method: "GET", url: `/api/auth/refused/${code}` });
    expect({ status, body }).toMatchObject({ status: refusals[code][0], body: { code, message: refusals[code][1] } });
    expect(text).not.toContain("detail");
  }
});

test("one of two deadlocked calls is retried, and both succeed", async () => {
  const ask = (url: string) => portal.browser().send({ method: "GET", url });
  const answers = await Promise.all([ask("/api/auth/locks/1/2"), ask("/api/auth/locks/2/1")]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test.each(["2026-02-31", "0000-00-00", "9999-99-99", "secret detail"])(
  "a value that the database cannot store (%s) is bad input, and the database's message is not repeated",
  async (value) => {
    const { status, body, text } = await portal.browser().send({ method: "GET", url: `/api/auth/cast/${encodeURIComponent(value)}` });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: "errors.invalidInput", message: "Invalid input" } });
    expect(text).not.toMatch(/detail|date|syntax|range/i);
  },
);

test("503 always has Retry-After", async () => {
  for (const code of errorCodes.filter((one) => refusals[one][0] === 503)) {
    const { headers } = await portal.browser().send({ method: "GET", url: `/api/auth/refused/${code}` });
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  }
});

test.each([
  ["GET", "/api/auth/no-such-call"],
  ["POST", "/api/auth/no-such-call"],
  ["GET", "/api/auth"],
  ["GET", "/api/auth/"],
  ["DELETE", "/api/auth/pw/login"],
  ["GET", "/api/auth//pw/login"],
  ["GET", "/API/AUTH/auth/validate-auth"],
  ["GET", "/api/auth/auth/validate-auth/"],
  ["GET", "/api/auth/../../package.json"],
  ["GET", "/.well-known/no-such-document"],
] as const)("%s %s does not exist, and says so in JSON", async (method, url) => {
  const answer = await portal.browser().send({ method, url });
  expect(answer).toMatchObject({ status: 404, body: { code: "errors.notFound", message: "Not found" } });
  expectRefused(answer);
});

test("each unknown member is refused by its name, up to twenty names", async () => {
  const headers = { "content-type": "application/json" };
  const post = (body: unknown) =>
    portal.browser().send({ method: "POST", url: "/api/auth/token/scope", payload: JSON.stringify(body), headers });
  const right = { scope: "PLAYER", accessToken: "x" };
  const unknown = { code: "errors.invalidInput", message: "Invalid input" };
  expect(await post({ ...right, playerId: "p", Scope: 1 })).toMatchObject({
    status: 400,
    body: {
      ...unknown,
      errors: [
        { field: "playerId", ...unknown },
        { field: "Scope", ...unknown },
      ],
    },
  });
  expect(await post({ scope: 1, ["x".repeat(200)]: 1 })).toMatchObject({
    body: { errors: [{ field: "scope" }, { field: "accessToken" }, { field: "x".repeat(100) }] },
  });
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 1]));
  const { body } = await post({ ...right, ...many });
  expect(body).toMatchObject({ errors: Array.from({ length: 20 }, (_, index) => ({ field: `k${index}` })) });
});

test("a refused field has its own sentence", async () => {
  const answer = await portal.browser().send({
    method: "POST",
    url: "/api/auth/pw/login",
    payload: JSON.stringify({ email: "plain", password: "short", deviceName: "a" }),
    headers: { "content-type": "application/json" },
  });
  expect(answer.body).toMatchObject({
    code: "errors.emailInvalid",
    errors: [
      { field: "email", code: "errors.emailInvalid", message: "Enter a valid email address." },
      { field: "password", code: "errors.passwordLength" },
    ],
  });
  expect(answer.text).not.toContain("short");
});

/** Sends raw bytes over a socket that no HTTP client would send. */
async function sendRaw(bytes: string): Promise<{ status: number; body: unknown; text: string; head: string }> {
  const { port } = portal.app.server.address() as AddressInfo;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
  let received = "";
  socket.setEncoding("utf8");
  socket.on("data", (chunk) => (received += chunk));
  socket.on("close", () => resolve(received));
  socket.on("error", reject);
  const [head = "", text = ""] = (await promise).split("\r\n\r\n", 2);
  return { status: Number(head.split(" ")[1]), body: text.startsWith("{") ? JSON.parse(text) : undefined, text, head };
}

const closing = "Host: localhost\r\nConnection: close\r\n";

test.each([
  ["a header of 40 kB", 431, `GET /livez HTTP/1.1\r\n${closing}Cookie: session=${"x".repeat(40_000)}\r\n\r\n`],
  ["a malformed header line", 400, `GET /livez HTTP/1.1\r\n${closing}no colon here\r\n\r\n`],
  ["a malformed method", 400, `G\u0001T /livez HTTP/1.1\r\n${closing}\r\n`],
  ["two lengths of one body", 400, `POST /api/auth/pw/login HTTP/1.1\r\n${closing}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`],
  ["an address that cannot be decoded", 400, `GET /%zz HTTP/1.1\r\n${closing}\r\n`],
  ["an API address that cannot be decoded", 400, `GET /api/auth/manifest/orgs/%E0%A4%A HTTP/1.1\r\n${closing}\r\n`],
])("%s is refused with %i in the envelope", async (_what, status, bytes) => {
  const answer = await sendRaw(bytes);
  expect(answer.status, answer.text).toBe(status);
  expectEnvelope(answer);
  expect(errorEnvelope.parse(answer.body).requestId).toMatch(/^[\da-f-]{36}$/);
  for (const header of ["x-content-type-options: nosniff", "cross-origin-opener-policy: same-origin", "permissions-policy: camera=()"])
    expect(answer.head.toLowerCase()).toContain(header);
});

const navigating = `${closing}Sec-Fetch-Mode: navigate\r\nAccept: text/html\r\n`;

test.each([
  ["headers too large", 431, `GET /login HTTP/1.1\r\n${navigating}Cookie: x=${"x".repeat(20_000)}\r\n\r\n`, "Clear the cookies"],
  ["an address that cannot be decoded", 400, `GET /secret/%zz HTTP/1.1\r\n${navigating}\r\n`, "Check the address"],
])("a navigation with %s gets a page with advice that repeats nothing", async (_what, status, bytes, advice) => {
  const { head, text, ...answer } = await sendRaw(bytes);
  expect(answer.status).toBe(status);
  expect(head.toLowerCase()).toContain("content-type: text/html; charset=utf-8");
  expect(head.toLowerCase()).toContain("content-security-policy: default-src 'none'");
  expect(text).toContain(advice);
  expect(text).toContain('href="/login"');
  expect(text).not.toContain("secret");
});

test.each([
  `GET /api/auth/secret/%zz HTTP/1.1\r\n${navigating}\r\n`,
  `POST /secret/%zz HTTP/1.1\r\n${navigating}Content-Length: 0\r\n\r\n`,
])("a request for no page is refused in the envelope: %#", async (bytes) => {
  expectEnvelope(await sendRaw(bytes));
});

/** In a process of its own. In the test's process a client could not write while the server answers. */
const sender = `
  const [url, count] = process.argv.slice(1);
  const body = JSON.stringify({ email: "x".repeat(10_000_000) });
  for (let sent = 0; sent < Number(count); sent++) {
    const answer = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body })
      .then(async (response) => [response.status, (await response.json()).code], (error) => String(error.cause ?? error));
    console.log(JSON.stringify(answer));
  }`;

test("a client that sends ten megabytes reads the refusal each time, and its connection is not cut before", async () => {
  const { port } = portal.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api/auth/pw/login`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", sender, url, "20"], {
    // Without the proxy of the machine.
    env: {},
  });
  expect(stdout.trim().split("\n")).toEqual(Array.from({ length: 20 }, () => '[413,"errors.payloadTooLarge"]'));
});
