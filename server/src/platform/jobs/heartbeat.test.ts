/** Portals with the same host name and process id, as containers on the network of one host. */
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { processName, readBuildInfo } from "#/platform/build-info.ts";
import { createVault } from "#/platform/secrets.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { createHeartbeat, findPortals } from "./heartbeat.ts";

let portal: TestPortal;
beforeEach(async () => {
  portal = await buildTestPortal();
});
afterEach(() => portal.close());

/** A portal that starts. */
async function aStart({ instance = readBuildInfo(undefined).instance, vault = portal.context.vault } = {}) {
  const heartbeat = createHeartbeat(portal.context.database, { ...readBuildInfo(undefined), instance }, vault);
  await heartbeat.beat();
  return { instance, heartbeat };
}

/** The portals of the table. The last start comes first. */
const shown = async () => (await findPortals(portal.context.database)).map(({ instance, is_running }) => ({ instance, is_running }));

test("each has a row, and the end of one leaves the row of the other", async () => {
  const first = await aStart();
  await portal.clock.travel(1);
  const second = await aStart();
  expect((await shown()).map(({ instance }) => instance)).toEqual([second.instance, first.instance]);
  expect([first.instance, second.instance]).toEqual([expect.stringContaining(processName), expect.stringContaining(processName)]);
  await first.heartbeat.end();
  expect(await shown()).toEqual([{ instance: second.instance, is_running: true }]);
});

test("the row of a portal that fell silent beside another stays", async () => {
  const silent = await aStart();
  await portal.clock.travel(1);
  const other = await aStart();
  await portal.clock.travel(10);
  await silent.heartbeat.beat();
  await portal.clock.travel(151);
  await other.heartbeat.beat();
  expect(await shown()).toEqual([
    { instance: other.instance, is_running: true },
    { instance: silent.instance, is_running: false },
  ]);
});

test.each([
  ["a portal of this release", () => readBuildInfo(undefined).instance],
  ["a portal of the previous release", () => processName],
])("the next start removes the row of %s that was killed, as soon as it is silent", async (_, nameOf) => {
  const killed = await aStart({ instance: nameOf() });
  await portal.clock.travel(10);
  const next = await aStart();
  expect(await shown()).toEqual([
    { instance: next.instance, is_running: true },
    { instance: killed.instance, is_running: true },
  ]);
  await portal.clock.travel(151);
  await next.heartbeat.beat();
  expect(await shown()).toEqual([{ instance: next.instance, is_running: true }]);
});

test("the row of a killed portal with another first key stays, because reseal names it", async () => {
  const key = randomBytes(32);
  const killed = await aStart({ vault: createVault([key], key) });
  await portal.clock.travel(10);
  const next = await aStart();
  await portal.clock.travel(151);
  await next.heartbeat.beat();
  expect(await shown()).toEqual([
    { instance: next.instance, is_running: true },
    { instance: killed.instance, is_running: false },
  ]);
});
