/** A portal with the SECRET_KEY of another installation does not start (docs/decisions/0057). */
import { createHmac, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readSchemaState } from "#/platform/database/migrate.ts";
import { openMigratedStore } from "#/platform/database/open-migrated.ts";
import { keyId } from "#/platform/secrets.ts";
import { StartRefusal } from "#/platform/settings.ts";
import { freePort } from "#test/free-port.ts";
import { isSomebodyWaiting } from "#test/meanwhile.ts";
import { runAdmin } from "#test/run-admin.ts";
import { runScript } from "#test/run-script.ts";
import type { RunningScript } from "#test/run-script.ts";
import { createTestStore, isEmbedded } from "#test/test-store.ts";
import type { TestStore } from "#test/test-store.ts";
import { moveCanary, openVault, requireKeyOf } from "./key-canary.ts";
import { createSigningKeys } from "./signing-keys.ts";

const [key, other] = [randomBytes(32), randomBytes(32)];

let store: TestStore;
beforeEach(async () => {
  store = await createTestStore();
});
afterEach(() => store.close());

const refusalOf = (opening: Promise<unknown>): Promise<unknown> => opening.catch((error: unknown) => error);
const canaries = () => store.database.selectFrom("key_canary").select("key_id").execute();

test("another key is refused with a sentence that names both keys by their ids and says what to do", async () => {
  await openVault(store.database, [key]);
  for (const refusal of [await refusalOf(openVault(store.database, [other])), await refusalOf(requireKeyOf(store.database, [other]))]) {
    expect(refusal).toBeInstanceOf(StartRefusal);
    expect(String(refusal)).toContain(`the key ${keyId(key)} sealed it, and SECRET_KEY has ${keyId(other)}. Nothing was changed.`);
    expect(String(refusal)).toContain("Set the SECRET_KEY that the other portals of this installation have");
    expect(String(refusal)).not.toContain(other.toString("base64"));
  }
  expect(await canaries()).toEqual([{ key_id: keyId(key) }]);
});

test("what one portal seals or digests the next start opens and finds, also behind a new key", async () => {
  const first = await openVault(store.database, [key]);
  const next = await openVault(store.database, [other, key]);
  expect(next.open(first.seal("a secret"))).toBe("a secret");
  expect(next.digest("1234")).toEqual(first.digest("1234"));
  expect(() => first.open(next.seal("a secret"))).toThrow("No key of SECRET_KEY opens this.");
  await requireKeyOf(store.database, [other, key]);
});

test("fifty portals that start together on a new database create one canary, and digest with the same key", async () => {
  const vaults = await Promise.all(Array.from({ length: 50 }, () => openVault(store.database, [key])));
  expect(new Set(vaults.map((vault) => vault.digest("1234").toString("hex"))).size).toBe(1);
  expect(await canaries()).toHaveLength(1);
});

test("of fifty portals with different keys that start together one wins, and the others are refused", async () => {
  const keys = Array.from({ length: 50 }, () => randomBytes(32));
  const outcomes = await Promise.all(keys.map((own) => refusalOf(openVault(store.database, [own]))));
  const winners = outcomes.flatMap((outcome, index) => (outcome instanceof StartRefusal ? [] : [keyId(keys[index] ?? key)]));
  expect(winners).toHaveLength(1);
  expect((await canaries()).map(({ key_id }) => key_id)).toEqual(winners);
});

describe("in a database from before the canary", () => {
  beforeEach(async () => {
    await createSigningKeys(store.database, await openVault(store.database, [key])).rotate();
    await store.database.deleteFrom("key_canary").execute();
  });

  test("a key that does not open the signing keys is refused, and leaves no canary", async () => {
    const refusal = await refusalOf(openVault(store.database, [other]));
    expect(refusal).toBeInstanceOf(StartRefusal);
    expect(String(refusal)).toContain(`another key sealed it, and SECRET_KEY has ${keyId(other)}.`);
    expect(await canaries()).toEqual([]);
  });

  test("the key that opens them also makes the digests, as before, even behind a new key", async () => {
    const vault = await openVault(store.database, [other, key]);
    expect(vault.digest("1234")).toEqual(createHmac("sha256", key).update(["digest", "1234"].join("\0")).digest());
    expect(await canaries()).toEqual([{ key_id: keyId(key) }]);
  });
});

test.skipIf(isEmbedded)("the portal's process ends with the sentence and code 1, before anything is changed", async () => {
  await openVault(store.database, [key]);
  const portal = runScript("src/main.ts", { DATABASE_URL: store.url ?? "", SECRET_KEY: other.toString("base64") });
  expect(await portal.ended).toBe(1);
  expect(portal.output()).toContain("SECRET_KEY does not fit this database");
  expect(portal.output()).not.toMatch(/\n\s+at /);
  expect(await store.database.selectFrom("signing_keys").select("kid").execute()).toEqual([]);
});

describe.skipIf(isEmbedded)("another key's database of an older version is refused before a migration changes it", () => {
  const missing = "0119_only_students.sql";
  const env = () => ({ DATABASE_URL: store.url ?? "", SECRET_KEY: other.toString("base64") });
  const missingMigrations = async (): Promise<readonly string[]> => (await store.withScripts(readSchemaState)).missing;

  beforeEach(async () => {
    await createSigningKeys(store.database, await openVault(store.database, [key])).rotate();
    await store.withScripts((run) => run(`drop function is_only_student; delete from migrations where name = '${missing}'`));
  });

  test.each(["with a canary", "from before the canary"])("%s: by the portal", async (age) => {
    if (age === "from before the canary") await store.database.deleteFrom("key_canary").execute();
    const portal = runScript("src/main.ts", env());
    expect(await portal.ended).toBe(1);
    expect(portal.output()).toMatch(/^SECRET_KEY does not fit this database: .* Nothing was changed\./m);
    expect(await missingMigrations()).toEqual([missing]);
  });

  test("by the command migrate, which migrates it with its own key", async () => {
    const refused = await runAdmin(["migrate"], env());
    expect(refused).toEqual({ code: 1, output: expect.stringMatching(/^SECRET_KEY does not fit this database: .* Nothing was changed\./) });
    expect(await missingMigrations()).toEqual([missing]);
    expect((await runAdmin(["migrate"], { ...env(), SECRET_KEY: key.toString("base64") })).code).toBe(0);
    expect(await missingMigrations()).toEqual([]);
  });
});

test("a demo whose embedded database another key sealed does not start", async () => {
  const folder = await mkdtemp(join(tmpdir(), "storyport-canary-"));
  const embedded = await openMigratedStore({ kind: "embedded", folder: join(folder, "database") }, () => undefined);
  await openVault(embedded.database, [key]);
  await embedded.close();
  const portal = runScript("src/main.ts", { DATA_DIR: folder });
  expect(await portal.ended).toBe(1);
  expect(portal.output()).toContain("SECRET_KEY does not fit this database");
  await rm(folder, { recursive: true, force: true });
}, 180_000);

test.skipIf(isEmbedded)(
  "a portal that starts while the canary moves leaves no heartbeat and no signing key (needs the built web app)",
  async () => {
    await openVault(store.database, [key]);
    const folder = await mkdtemp(join(tmpdir(), "storyport-canary-"));
    // The stand-ins do not run. Their default ports may belong to a demo on this machine.
    const env = { DATA_DIR: folder, STAND_INS_PORT: "4990", PORT: String(await freePort()), DATABASE_STATEMENT_SECONDS: "60" };
    let portal: RunningScript | undefined;
    try {
      await store.database.transaction().execute(async (transaction) => {
        await moveCanary(transaction, [other, key]);
        portal = runScript("src/main.ts", { ...env, DATABASE_URL: store.url ?? "", SECRET_KEY: key.toString("base64") });
        await vi.waitFor(async () => expect(await isSomebodyWaiting(store.database), portal?.output()).toBe(true), {
          timeout: 60_000,
          interval: 50,
        });
      });
      expect(await portal?.ended).toBe(1);
      expect(portal?.output()).toContain(`the key ${keyId(other)} sealed it, and SECRET_KEY has ${keyId(key)}.`);
      expect(await store.database.selectFrom("portals").select("instance").execute()).toEqual([]);
      expect(await store.database.selectFrom("signing_keys").select("kid").execute()).toEqual([]);
    } finally {
      portal?.process.kill("SIGKILL");
      await portal?.ended;
      await rm(folder, { recursive: true, force: true });
    }
  },
  180_000,
);
