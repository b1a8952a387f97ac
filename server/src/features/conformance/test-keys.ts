/** The keys of one run. They sign nothing that a portal or a game would take outside of the run. */
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import type { JsonWebKey, KeyObject } from "node:crypto";

/** `first` signs until the keys rotate, `second` from then on. `foreign` is never published. */
export const keyNames = ["first", "second", "foreign"] as const;
export type KeyName = (typeof keyNames)[number];
export type TestKeys = Record<KeyName, JsonWebKey>;

export function makeTestKeys(): TestKeys {
  const one = () => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  return { first: one(), second: one(), foreign: one() };
}

/** A forged token names the published key, and another key has signed it. */
export function signingKey(keys: TestKeys, published: KeyName, signs: KeyName = published): { kid: string; privateKey: KeyObject } {
  return { kid: `conformance-${published}`, privateKey: createPrivateKey({ key: keys[signs], format: "jwk" }) };
}

export function publicJwk(keys: TestKeys, name: KeyName): Record<string, unknown> {
  const { kty, crv, x, y } = keys[name];
  return { kty, crv, x, y, kid: `conformance-${name}`, use: "sig", alg: "ES256" };
}
