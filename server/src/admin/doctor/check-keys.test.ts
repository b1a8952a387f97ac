/** What the doctor says about the keys of portals that run. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHeartbeat } from "#/platform/jobs/heartbeat.ts";
import { createVault, keyId } from "#/platform/secrets.ts";
import type { SecretKeys } from "#/platform/secrets.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { checkKeys } from "./check-keys.ts";

const [key, other] = [randomBytes(32), randomBytes(32)];
let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal({ SECRET_KEY: key.toString("base64") });
});
afterAll(() => portal.close());

/** What the doctor says about portals if these are the keys of its SECRET_KEY. */
async function aboutPortals(secretKeys: SecretKeys): Promise<string[]> {
  const findings = await checkKeys(portal.context.database, { secretKeys, dataFolder: "/nowhere" });
  return findings.filter(({ says }) => says.includes("portal (")).map(({ state, says }) => `${state}: ${says}`);
}

test("running portals with another first key are a warning; without the key that seals the database they are a fault", async () => {
  const runs = (instance: string, keys: SecretKeys): Promise<void> => {
    const build = { instance, version: "1.0.0", commit: undefined, node: "24.0.0" };
    return createHeartbeat(portal.context.database, build, createVault(keys, key)).beat();
  };
  await runs("one", [key]);
  expect(await aboutPortals([key])).toEqual([]);
  const isBehind = `warning: The first key of SECRET_KEY here is ${keyId(other)}. Another key is first at 1 portal (one: ${keyId(key)}).`;
  expect(await aboutPortals([other, key])).toEqual([isBehind]);
  await runs("two", [other]);
  const lacks = `fault: The key ${keyId(key)} seals the database, and is missing at 1 portal (two: ${keyId(other)}).`;
  expect(await aboutPortals([key])).toEqual([lacks]);
  await portal.clock.travel(151);
  expect(await aboutPortals([key])).toEqual([]);
});
