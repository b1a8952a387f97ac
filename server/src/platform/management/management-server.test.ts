/** The management port: health and version, for machines. */
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noMeter } from "#/platform/metrics/meter.ts";
import { StartRefusal } from "#/platform/settings.ts";
import { buildMeasuredPortal } from "#test/measured-portal.ts";
import { sendRaw } from "#test/raw-http.ts";
import type { MeasuredPortal } from "#test/measured-portal.ts";
import { startManagement } from "./start-management.ts";

let portal: MeasuredPortal;
beforeAll(async () => {
  portal = await buildMeasuredPortal();
});
afterAll(() => portal.close());

async function statuses(): Promise<Record<string, number>> {
  const paths = ["started", "live", "ready", "database"];
  return Object.fromEntries(await Promise.all(paths.map(async (name) => [name, (await portal.ask(`/health/${name}`)).status] as const)));
}

test("a portal that starts lives, and is neither started nor ready; one that stops is started and not ready", async () => {
  expect(await statuses()).toEqual({ started: 200, live: 200, ready: 200, database: 200 });
  portal.readiness.isStarted = false;
  expect(await statuses()).toEqual({ started: 503, live: 200, ready: 503, database: 200 });
  portal.readiness.isStarted = true;
  portal.readiness.isStopping = true;
  expect(await statuses()).toEqual({ started: 200, live: 200, ready: 503, database: 200 });
  expect(JSON.parse((await portal.ask("/health/ready")).text)).toEqual({ status: "not ready", reason: "stopping" });
  portal.readiness.isStopping = false;
});

test("it returns the version, the commit, Node and the instance", async () => {
  const { headers, text } = await portal.ask("/version");
  expect(JSON.parse(text)).toEqual({ version: "1.2.3", commit: "abcdef0", node: "24.0.0", instance: "a-test" });
  expect(headers.get("cache-control")).toBe("no-store");
});

test("other addresses and methods are refused, and no call of the portal is there", async () => {
  for (const path of ["/", "/login", "/api/auth/auth/validate-auth", "//metrics", "/metrics/.."]) {
    expect((await portal.ask(path)).status, path).toBe(404);
  }
  expect((await portal.ask("/metrics", { method: "POST" })).status).toBe(405);
  expect(await portal.ask("/metrics?name=x", { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
});

test("a port of this machine alone refuses other names of it, so that a page whose name leads here cannot read it", async () => {
  const needs = {
    build: { version: "1", commit: undefined, node: "24", instance: "a-test" },
    readiness: portal.readiness,
    log: pino({ level: "silent" }),
  };
  const asking = async (host: string, name: string) => {
    const { port = 0, close } = await startManagement({ port: 0, host, isDefault: false }, needs);
    const status = await sendRaw(port, `GET /version HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);
    await close();
    return status;
  };
  for (const name of ["evil.example", "evil.example:9464", "127.0.0.1.evil.example", "localhost.evil.example:9464"]) {
    expect(await asking("127.0.0.1", name), name).toBe(421);
  }
  for (const name of ["127.0.0.1:9464", "localhost:9464", "LOCALHOST", "[::1]:9464"])
    expect(await asking("127.0.0.1", name), name).toBe(200);
  // Opened to other machines, it is known by the names of their network.
  expect(await asking("0.0.0.0", "portal-1:9464")).toBe(200);
});

test("the public port has none of it", async () => {
  for (const url of ["/metrics", "/version", "/health/ready"]) {
    expect((await portal.browser().send({ method: "GET", url })).status, url).toBe(404);
  }
});

test("a taken default port is given up; a taken port that was named ends the start with a sentence", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const needs = {
    build: { version: "1", commit: undefined, node: "24", instance: "a-test" },
    readiness: portal.readiness,
    log: pino({ level: "silent" }),
  };
  const given = await startManagement({ port, host: "127.0.0.1", isDefault: true }, needs);
  expect(given).toMatchObject({ port: undefined, meter: noMeter });
  const named = startManagement({ port, host: "127.0.0.1", isDefault: false }, needs);
  await expect(named).rejects.toThrow(StartRefusal);
  await expect(named).rejects.toThrow(
    `The management port 127.0.0.1:${port} cannot be opened (EADDRINUSE). Choose another MANAGEMENT_PORT.`,
  );
  await new Promise((resolve) => other.close(resolve));
});
