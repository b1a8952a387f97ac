/**
 * The ES256 keys that sign the portal's tokens. They are rows, so that all portal processes sign with the same keys. A key is
 * published for two days before its first signature and after its last. So games can cache the set for that time. The first key of a
 * database signs at once, and so does the next key after a stop of weeks.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import { digestOf } from "#/platform/secrets.ts";
import type { Vault } from "#/platform/secrets.ts";

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

export interface PublicKey {
  kid: string;
  jwk: Record<string, unknown>;
  key: KeyObject;
}

export interface SigningKeys {
  /** Throws, as `published` does, if no key signs now because `rotate` has not run. */
  current(): Promise<SigningKey>;
  published(): Promise<PublicKey[]>;
  /** Creates the first key, or the next one before the present key ends. Safe to run concurrently and repeatedly. */
  rotate(): Promise<void>;
}

const signingDays = 30;
/** The next key is made this long before it signs. A key stays published this long after its last signature. */
const overlapDays = 2;
/**
 * The advisory lock that lets one portal at a time make a key. It is also taken by key-canary.ts, which takes a database without signing
 * keys for a new database. The number is arbitrary, and the same in all releases.
 */
export const signingKeysLock = 7_470_627;
/** How long keys are cached, in milliseconds. The next key is usually published far longer before it signs. */
const memoryMilliseconds = 60_000;

interface Loaded {
  signing: SigningKey;
  published: PublicKey[];
}

export function createSigningKeys(database: Database, vault: Vault): SigningKeys {
  let loaded: Promise<Loaded> | undefined;
  let loadedAt = 0;
  const load = (): Promise<Loaded> => {
    if (loaded === undefined || Date.now() - loadedAt > memoryMilliseconds) {
      loadedAt = Date.now();
      loaded = loadKeys(database, vault);
      // Do not cache a failed read.
      loaded.catch(() => (loaded = undefined));
    }
    return loaded;
  };
  return {
    current: async () => (await load()).signing,
    published: async () => (await load()).published,
    async rotate() {
      await rotateKeys(database, vault);
      loaded = undefined;
    },
  };
}

async function loadKeys(database: Database, vault: Vault): Promise<Loaded> {
  const rows = await database
    .selectFrom("signing_keys")
    .select(["kid", "public_jwk", "sealed_private_jwk"])
    .select(sql<boolean>`signs_from <= now() and signs_until > now()`.as("is_signing"))
    .where("published_until", ">", sql<Date>`now()`)
    .orderBy("signs_from", "desc")
    .execute();
  const signing = rows.find((row) => row.is_signing);
  if (signing === undefined) throw new Error("There is no signing key: rotate() has not run.");
  return {
    signing: {
      kid: signing.kid,
      privateKey: createPrivateKey({ key: JSON.parse(vault.open(signing.sealed_private_jwk)), format: "jwk" }),
    },
    published: rows.map(({ kid, public_jwk }) => ({
      kid,
      jwk: { ...public_jwk, kid, use: "sig", alg: "ES256" },
      key: createPublicKey({ key: public_jwk, format: "jwk" }),
    })),
  };
}

async function rotateKeys(database: Database, vault: Vault): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${signingKeysLock})`.execute(transaction);
    const newest = await transaction
      .selectFrom("signing_keys")
      .select(sql<Date>`max(signs_until)`.as("until"))
      .select(sql<boolean>`max(signs_until) > now() + make_interval(days => ${overlapDays})`.as("is_enough"))
      .executeTakeFirst();
    if (newest?.is_enough === true) return;
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const publicJwk = publicKey.export({ format: "jwk" });
    // If the newest key has already ended (the portal was off), the next one starts now.
    const from = sql<Date>`greatest(now(), ${newest?.until ?? null}::timestamptz)`;
    await transaction
      .insertInto("signing_keys")
      .values({
        kid: digestOf(JSON.stringify(publicJwk)).toString("base64url").slice(0, 16),
        public_jwk: JSON.stringify(publicJwk),
        sealed_private_jwk: vault.seal(JSON.stringify(privateKey.export({ format: "jwk" }))),
        signs_from: from,
        signs_until: sql<Date>`${from} + make_interval(days => ${signingDays})`,
        published_until: sql<Date>`${from} + make_interval(days => ${signingDays + overlapDays})`,
      })
      .execute();
  });
}
