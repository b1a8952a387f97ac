/**
 * The row that shows whether SECRET_KEY is the key of this database (docs/decisions/0057). It holds the key of the vault's digests.
 * Digests cannot be made again, so this key stays when SECRET_KEY changes.
 */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { createVault, keyId, keyThatOpens, openWith, sealWith } from "#/platform/secrets.ts";
import type { SecretKeys, Vault } from "#/platform/secrets.ts";
import { StartRefusal } from "#/platform/settings.ts";
import { signingKeysLock } from "./signing-keys.ts";

interface Canary {
  key_id: string;
  sealed_digest_key: Buffer;
}

/**
 * Creates the vault, and at the first start the canary. Portals that start together create one canary. Refuses (StartRefusal)
 * keys that open neither the canary nor, in a database from before it, the signing keys.
 */
export async function openVault(database: Database, keys: SecretKeys): Promise<Vault> {
  const canary = (await findCanary(database)) ?? (await plantCanary(database, keys));
  return createVault(keys, openCanary(canary, keys));
}

/** Like `openVault`, but stores no canary, for a command that only reads. */
export async function readVault(database: Database, keys: SecretKeys): Promise<Vault> {
  const canary = (await findCanary(database)) ?? (await newCanary(database, keys));
  return createVault(keys, openCanary(canary, keys));
}

/** Refuses (StartRefusal) keys that do not open the canary. Without a canary any key may come first. */
export async function requireKeyOf(database: Database, keys: SecretKeys): Promise<void> {
  const canary = await findCanary(database);
  if (canary !== undefined) openCanary(canary, keys);
}

/**
 * Like `requireKeyOf`, for a database that may be empty or of any version: call it before the migrations. In a database from before the canary
 * the keys must open the signing keys. Reads the keys only if a key has sealed something.
 */
export async function requireKeyOfAnyVersion(database: Database, readKeys: () => Promise<SecretKeys>): Promise<void> {
  const { rows } = await sql<{ canary: boolean; signing: boolean }>`
    select to_regclass('key_canary') is not null as canary, to_regclass('signing_keys') is not null as signing`.execute(database);
  const canary = rows[0]?.canary === true ? await findCanary(database) : undefined;
  if (canary !== undefined) openCanary(canary, await readKeys());
  else if (rows[0]?.signing === true) await keyOfSigningKeys(database, readKeys);
}

/** Like `requireKeyOf`, but waits for a transaction that moves the canary. */
export async function requireLastingKeyOf(database: Database, keys: SecretKeys): Promise<void> {
  const canary = await selectCanary(database).forShare().executeTakeFirst();
  if (canary !== undefined) openCanary(canary, keys);
}

/**
 * Seals the canary with the first key, and locks it until the transaction ends. Returns whether another key had sealed it; false without a
 * canary. Refuses (StartRefusal) keys that do not open it.
 */
export async function moveCanary(transaction: Transaction<Tables>, keys: SecretKeys): Promise<boolean> {
  const canary = await selectCanary(transaction).forUpdate().executeTakeFirst();
  if (canary === undefined || canary.key_id === keyId(keys[0])) return false;
  const moved = sealedCanary(keys[0], openCanary(canary, keys));
  await transaction
    .updateTable("key_canary")
    .set({ ...moved, sealed_at: sql<Date>`now()` })
    .execute();
  return true;
}

function findCanary(database: Database): Promise<Canary | undefined> {
  return selectCanary(database).executeTakeFirst();
}

function selectCanary(database: Database) {
  return database.selectFrom("key_canary").select(["key_id", "sealed_digest_key"]);
}

async function plantCanary(database: Database, keys: SecretKeys): Promise<Canary> {
  return database.transaction().execute(async (transaction) => {
    // The signing keys tell whether the database is new.
    await sql`select pg_advisory_xact_lock(${signingKeysLock})`.execute(transaction);
    const other = await findCanary(transaction);
    if (other !== undefined) return other;
    const canary = await newCanary(transaction, keys);
    await transaction.insertInto("key_canary").values(canary).execute();
    return canary;
  });
}

/** Refuses (StartRefusal) keys that do not open the signing keys. */
async function newCanary(database: Database, keys: SecretKeys): Promise<Canary> {
  const key = await keyOfSigningKeys(database, async () => keys);
  // Digests of a database from before the canary were made with SECRET_KEY itself.
  return sealedCanary(key ?? keys[0], key ?? randomBytes(32));
}

/** Returns undefined without signing keys. */
async function keyOfSigningKeys(database: Database, readKeys: () => Promise<SecretKeys>): Promise<Buffer | undefined> {
  const newest = await database
    .selectFrom("signing_keys")
    .select("sealed_private_jwk")
    .orderBy("signs_until", "desc")
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) return undefined;
  const keys = await readKeys();
  const key = keyThatOpens(keys, newest.sealed_private_jwk);
  if (key === undefined) throw wrongKey(keys, "another key");
  return key;
}

function sealedCanary(key: Buffer, digestKey: Buffer): Canary {
  return { key_id: keyId(key), sealed_digest_key: sealWith(key, digestKey.toString("base64")) };
}

function openCanary({ key_id, sealed_digest_key }: Canary, keys: SecretKeys): Buffer {
  const key = keyThatOpens(keys, sealed_digest_key);
  if (key === undefined) throw wrongKey(keys, `the key ${key_id}`);
  return Buffer.from(openWith(key, sealed_digest_key), "base64");
}

function wrongKey(keys: SecretKeys, sealer: string): StartRefusal {
  const given = keys.map(keyId).join(", ");
  return new StartRefusal(
    `SECRET_KEY does not fit this database: ${sealer} sealed it, and SECRET_KEY has ${given}. Nothing was changed. Set the SECRET_KEY that the ` +
      "other portals of this installation have, or check that DATABASE_URL is the right database. If the key was changed, write the previous one " +
      "behind it with a comma. If the key is lost: docs/operating.md, Keys.",
  );
}
