/** `reseal` looks at the heartbeats of the portals, so that no portal loses what it seals (docs/operating.md, Keys). */
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readBuildInfo } from "#/platform/build-info.ts";
import { createHeartbeat } from "#/platform/jobs/heartbeat.ts";
import type { Heartbeat } from "#/platform/jobs/heartbeat.ts";
import { announcePortal } from "#/platform/keys/announce-portal.ts";
import { createVault, keyId } from "#/platform/secrets.ts";
import type { SecretKeys } from "#/platform/secrets.ts";
import { StartRefusal } from "#/platform/settings.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { isSomebodyWaiting } from "#test/meanwhile.ts";
import { runAdmin } from "#test/run-admin.ts";
import { isEmbedded } from "#test/test-store.ts";
import { reseal } from "./reseal.ts";

const unheard = (): void => undefined;

describe("beside a portal whose first key is another one", () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const [oldId, nextId] = [keyId(old), keyId(next)];
  let portal: TestPortal;
  beforeEach(async () => {
    portal = await buildTestPortal({ SECRET_KEY: old.toString("base64") });
  });
  afterEach(() => portal.close());

  /** The heartbeat of one more portal. */
  const aHeartbeat = (instance: string, keys: SecretKeys): Heartbeat => {
    const build = { instance, version: "1.0.0", commit: undefined, node: "24.0.0" };
    return createHeartbeat(portal.context.database, build, createVault(keys, old));
  };
  const refusalOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
  const canary = async (): Promise<string[]> =>
    (await portal.context.database.selectFrom("key_canary").select("key_id").execute()).map(({ key_id }) => key_id);
  const sealers = async (): Promise<(string | undefined)[]> => {
    const rows = await portal.context.database.selectFrom("signing_keys").select("sealed_private_jwk").execute();
    return rows.map(({ sealed_private_jwk }) => createVault([next, old], old).sealerOf(sealed_private_jwk));
  };
  /** The database of a run. After each look at the portals something else happens: `happens` gets the number of the look. */
  const withLooks = (happens: (look: number) => Promise<void>) => {
    const looks = new WeakSet<object>();
    let count = 0;
    return portal.context.database.withPlugin({
      transformQuery({ node, queryId }) {
        if (node.kind === "SelectQueryNode" && JSON.stringify(node.from).includes('"portals"')) looks.add(queryId);
        return node;
      },
      async transformResult({ result, queryId }) {
        if (looks.has(queryId)) await happens(++count);
        return result;
      },
    });
  };

  test.skipIf(isEmbedded)("the command seals nothing and moves nothing, and says which portals to restart", async () => {
    await aHeartbeat("one", [old]).beat();
    await aHeartbeat("two", [old, next]).beat();
    await aHeartbeat("three", [next, old]).beat();
    const env = { DATABASE_URL: portal.store.url ?? "", SECRET_KEY: `${next.toString("base64")},${old.toString("base64")}` };
    const { code, output } = await runAdmin(["reseal"], env);
    expect(output).toBe(
      `The first key of SECRET_KEY here is ${nextId}. Another key is first at 2 portals (two: ${oldId} ${nextId}, one: ${oldId}). ` +
        "The canary was not moved. Start every portal with the new key first in SECRET_KEY, then run this again. Nothing is lost: all keys of " +
        "SECRET_KEY are still needed. A portal that was killed counts until its last heartbeat is 150 s old.\n",
    );
    expect(code).toBe(1);
    expect(await canary()).toEqual([oldId]);
    expect(await sealers()).toEqual([oldId]);
    expect((await portal.app.inject({ url: "/.well-known/jwks.json" })).statusCode).toBe(200);
  });

  test("two portals with the same host name and process id both count", async () => {
    const [first, second] = [readBuildInfo(undefined).instance, readBuildInfo(undefined).instance];
    await aHeartbeat(first, [old]).beat();
    await aHeartbeat(second, [next, old]).beat();
    const refusal = await refusalOf(reseal(portal.context.database, [next, old], unheard));
    expect(String(refusal)).toContain(`Another key is first at 1 portal (${first}: ${oldId}).`);
  });

  test.each<[string, SecretKeys]>([
    ["the new key alone", [next]],
    ["the new key, then the old one", [next, old]],
  ])("a portal with %s holds nothing up", async (_, keys) => {
    await aHeartbeat("one", keys).beat();
    await reseal(portal.context.database, [next, old], unheard);
    expect(await canary()).toEqual([nextId]);
  });

  test("a portal that was killed counts for two and a half minutes, and is named afterwards", async () => {
    await aHeartbeat("killed", [old]).beat();
    await portal.clock.travel(140);
    expect(await refusalOf(reseal(portal.context.database, [next, old], unheard))).toBeInstanceOf(StartRefusal);
    await portal.clock.travel(11);
    const said: string[] = [];
    await reseal(portal.context.database, [next, old], (sentence) => said.push(sentence));
    expect(await canary()).toEqual([nextId]);
    expect(said).toContain(
      `Silent for more than 150 s, with another key first: 1 portal (killed: ${oldId}). If one of them still runs, restart it with the new key ` +
        "before you remove the previous keys.",
    );
  });

  test("a portal that starts between two passes ends the run before the next pass", async () => {
    const said: string[] = [];
    const startsInFirst = withLooks(async (look) => {
      if (look === 1) await aHeartbeat("late", [old]).beat();
    });
    const refusal = await refusalOf(reseal(startsInFirst, [next, old], (sentence) => said.push(sentence)));
    expect(String(refusal)).toContain(`Another key is first at 1 portal (late: ${oldId}).`);
    expect(said).not.toContain("Looking again for rows that were sealed meanwhile.");
    expect(await canary()).toEqual([oldId]);
  });

  test("a portal that starts after the last pass keeps the canary where it is, and the history has no change", async () => {
    const { database } = portal.context;
    const startsAfterLast = withLooks(async (look) => {
      if (look === 2) await announcePortal(database, { heartbeat: aHeartbeat("late", [old]), keys: [old] });
    });
    expect(await refusalOf(reseal(startsAfterLast, [next, old], unheard))).toBeInstanceOf(StartRefusal);
    expect(await canary()).toEqual([oldId]);
    expect(await database.selectFrom("audit_events").select("id").where("event", "=", "secret_key_changed").execute()).toEqual([]);
  });

  test.skipIf(isEmbedded)("a portal that starts while the canary moves is refused, and leaves no heartbeat", async () => {
    const { database } = portal.context;
    let start: Promise<unknown> | undefined;
    const startsDuringMove = withLooks(async (look) => {
      // The last look would name a portal whose start is just being refused.
      if (look === 4) await start;
      if (look !== 3) return;
      start = refusalOf(announcePortal(database, { heartbeat: aHeartbeat("late", [old]), keys: [old] }));
      const waits = vi.waitFor(async () => expect(await isSomebodyWaiting(database)).toBe(true), { timeout: 30_000 });
      await Promise.race([start, waits]);
    });
    await reseal(startsDuringMove, [next, old], unheard);
    expect(await start).toBeInstanceOf(StartRefusal);
    expect(String(await start)).toContain(`the key ${nextId} sealed it, and SECRET_KEY has ${oldId}.`);
    expect(await database.selectFrom("portals").select("instance").execute()).toEqual([]);
    expect(await canary()).toEqual([nextId]);
  });

  test.skipIf(isEmbedded)(
    "a portal with all keys that starts while the canary moves is named, and no advice says to remove the previous keys",
    async () => {
      const { database } = portal.context;
      const said: string[] = [];
      let start: Promise<unknown> | undefined;
      const startsDuringMove = withLooks(async (look) => {
        if (look !== 3) return;
        start = announcePortal(database, { heartbeat: aHeartbeat("late", [old, next]), keys: [old, next] });
        await vi.waitFor(async () => expect(await isSomebodyWaiting(database)).toBe(true), { timeout: 30_000 });
      });
      const refusal = await refusalOf(reseal(startsDuringMove, [next, old], (sentence) => said.push(sentence)));
      await start;
      expect(await canary()).toEqual([nextId]);
      expect(refusal).toBeInstanceOf(StartRefusal);
      expect(String(refusal)).toContain(`Another key than ${nextId} is first at 1 portal (late: ${oldId} ${nextId}), started meanwhile.`);
      expect(String(refusal)).toContain("Start every portal with the new key first in SECRET_KEY, then run this again.");
      expect(said.join("\n")).not.toContain("Remove the previous keys");
    },
  );

  test.skipIf(isEmbedded)("what a portal sealed that started and stopped between two looks is sealed again", async () => {
    const { database } = portal.context;
    const longAgo = new Date("2020-01-01");
    const times = { signs_from: longAgo, signs_until: longAgo, published_until: longAgo };
    const row = { kid: "late", public_jwk: "{}", sealed_private_jwk: createVault([old], old).seal("sealed meanwhile"), ...times };
    // The last pass has read the table, and the last look finds no heartbeat any more.
    const startsAndStops = withLooks(async (look) => {
      if (look === 3) await database.insertInto("signing_keys").values(row).execute();
    });
    const said: string[] = [];
    await reseal(startsAndStops, [next, old], (sentence) => said.push(sentence));
    expect(await canary()).toEqual([nextId]);
    expect(await sealers()).toEqual([nextId, nextId]);
    expect(said.at(-1)).toBe(`Everything is sealed with the key ${nextId}. Remove the previous keys from SECRET_KEY of every portal.`);
  });
});
