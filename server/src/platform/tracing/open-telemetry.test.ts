/** What a collector gets from a real portal: spans of requests, statements and letters, and nothing about persons. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { readSettings } from "#/platform/settings.ts";
import { aPassword, aTeacher } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import { sendAndLeave } from "#test/raw-http.ts";
import { startTracing } from "./start-tracing.ts";

interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

const build = { version: "1.2.3", commit: undefined, node: "24", instance: "a-test" };
let url: string;
let received: string;
let close: () => Promise<void>;
beforeEach(async () => {
  received = "";
  const server = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => (received += chunk.toString()));
    request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => new Promise((resolve) => void server.close(() => resolve()));
});
afterEach(() => close());

/** Runs `work` with a portal that is traced, and returns what the collector got. */
async function spansOf(env: Record<string, string>, work: (portal: Awaited<ReturnType<typeof buildTestPortal>>) => Promise<unknown>) {
  const tracing = await startTracing(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...env }).tracing, build);
  if (tracing === undefined) throw new Error("Tracing is off.");
  const portal = await buildTestPortal(env, { tracing });
  try {
    await work(portal);
  } finally {
    await portal.close();
    await tracing.close();
  }
  if (received === "") return [];
  const { resourceSpans } = JSON.parse(received) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

test("a login is a span with its statements below it, and holds neither the address nor the password", async () => {
  let email = "";
  const spans = await spansOf({}, async (portal) => {
    ({ email } = (await aTeacher(portal)).account);
    await portal.browser().call(logInWithPassword, { body: { email, password: aPassword, deviceName: "a test" } });
  });
  const login = spans.find(({ name }) => name === "POST logInWithPassword");
  expect(login?.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 200 } });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === login?.spanId);
  expect(statements.length).toBeGreaterThan(2);
  for (const { name, traceId } of statements) {
    expect(name).toMatch(/^(select|insert|update|delete|with|begin|commit|other)( [a-z_]+)?$/);
    expect(traceId).toBe(login?.traceId);
  }
  expect(received).toContain('"storyport"');
  for (const secret of [email, aPassword, "a test"]) expect(received).not.toContain(secret);
});

test("a request whose client leaves is a span too", async () => {
  const spans = await spansOf({}, async ({ app }) => {
    const address = await app.listen({ host: "127.0.0.1", port: 0 });
    const heads = "host: x\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\ncontent-length: 100";
    await sendAndLeave(Number(new URL(address).port), `POST /api/auth/pw/login HTTP/1.1\r\n${heads}\r\n\r\n{`);
    // The server takes connections in turn, so it has seen the first.
    await (await fetch(`${address}/livez`)).text();
  });
  expect(spans.map(({ name }) => name)).toContain("POST logInWithPassword");
});

test("the trace of a trusted proxy goes on, and a refusal has its code", async () => {
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  const [span] = await spansOf({ TRUSTED_PROXIES: "127.0.0.1" }, (portal) => portal.browser().call(validateAuth, { headers }));
  expect(span).toMatchObject({ name: "GET validateAuth", traceId, parentSpanId: "00f067aa0ba902b7" });
  expect(span?.attributes).toContainEqual({ key: "storyport.refusal", value: { stringValue: "errors.notLoggedIn" } });
});

test("a client's traceparent is not believed", async () => {
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  const [span] = await spansOf({}, (portal) => portal.browser().call(validateAuth, { headers }));
  expect(span?.traceId).toMatch(/^[\da-f]{32}$/);
  expect(span?.traceId).not.toBe(traceId);
});

test.each([
  ["always_off", "1"],
  ["parentbased_traceidratio", "0"],
])("the sampler %s with %s sends nothing", async (OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG) => {
  expect(await spansOf({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }, (portal) => portal.browser().call(validateAuth))).toEqual([]);
});

test("a letter is a span without its recipient; a letter that cannot be sent is still refused", async () => {
  const { tracing: settings } = readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
  const tracing = await startTracing(settings, build);
  const failing = { send: () => Promise.reject(new Error("away")), close: () => undefined };
  const letter = { id: "1", to: "kari@school.example", subject: "s", text: "t", html: "h" };
  await expect(tracing?.traceMailer(failing).send(letter)).rejects.toThrow("away");
  await tracing?.close();
  expect(received).toContain('"send letter"');
  expect(received).not.toContain("kari");
});

test("tracing is off without a collector, and with OTEL_SDK_DISABLED", async () => {
  expect(await startTracing(readSettings({}).tracing, build)).toBeUndefined();
  expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: "true" }).tracing).toBeUndefined();
});
