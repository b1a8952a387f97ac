/** Signing keys are rows that all processes share, published before they sign and afterwards (JWKS). */
import { randomBytes } from "node:crypto";
import { createLocalJWKSet, jwtVerify } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createVault } from "#/platform/secrets.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { signAccessJwt } from "./access-jwt.ts";
import { createSigningKeys } from "./signing-keys.ts";

let portal: TestPortal;
beforeEach(async () => {
  portal = await buildTestPortal();
});
afterEach(() => portal.close());

const day = 24 * 3600;

async function publishedIds(): Promise<string[]> {
  const { body } = await portal.browser().send({ method: "GET", url: "/.well-known/jwks.json" });
  return (body as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
}

async function travelDays(days: number): Promise<void> {
  await portal.clock.travel(days * day);
  await portal.context.keys.rotate();
}

test("the first key signs at once, and its signatures verify with the published set", async () => {
  const { keys } = portal.context;
  const token = signAccessJwt({ sub: "someone" }, await keys.current());
  const { body } = await portal.browser().send({ method: "GET", url: "/.well-known/jwks.json" });
  const set = body as { keys: Record<string, unknown>[] };
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(set as never), { algorithms: ["ES256"], typ: "at+jwt" });
  expect(payload.sub).toBe("someone");
  expect(protectedHeader).toMatchObject({ alg: "ES256", kid: set.keys[0]?.["kid"] });
});

test("the published set holds public halves only", async () => {
  const { body, text } = await portal.browser().send({ method: "GET", url: "/.well-known/jwks.json" });
  const { keys } = body as { keys: Record<string, unknown>[] };
  for (const key of keys) expect(Object.keys(key).toSorted()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
  expect(text).not.toContain('"d"');
});

test("the private half is sealed in the database", async () => {
  const rows = await portal.context.database.selectFrom("signing_keys").selectAll().execute();
  expect(JSON.stringify(rows[0]?.public_jwk)).not.toContain('"d"');
  expect(Buffer.from(rows[0]?.sealed_private_jwk ?? "").toString("latin1")).not.toContain("kty");
});

test("repeated rotation, also in ten concurrent processes, makes no second key too early", async () => {
  const { database, vault, keys } = portal.context;
  await Promise.all(Array.from({ length: 10 }, () => createSigningKeys(database, vault).rotate()));
  await keys.rotate();
  expect(await publishedIds()).toHaveLength(1);
});

test("the next key is published two days before it signs, and the former one two days after it last signed", async () => {
  const { keys } = portal.context;
  const first = (await keys.current()).kid;
  await travelDays(27);
  expect(await publishedIds()).toEqual([first]);
  await travelDays(1.5);
  expect(await publishedIds()).toHaveLength(2);
  expect((await keys.current()).kid).toBe(first);
  const second = (await publishedIds()).find((kid) => kid !== first);
  await travelDays(2);
  expect((await keys.current()).kid).toBe(second);
  expect(await publishedIds()).toContain(first);
  await travelDays(2);
  expect(await publishedIds()).toEqual([second]);
});

test("a portal that was off for a year signs again after one rotation", async () => {
  const { keys } = portal.context;
  const first = (await keys.current()).kid;
  await travelDays(365);
  const { kid } = await keys.current();
  expect(kid).not.toBe(first);
  expect(await publishedIds()).toEqual([kid]);
});

test("two processes sign with the same key", async () => {
  const { database, vault, keys } = portal.context;
  expect((await createSigningKeys(database, vault).current()).kid).toBe((await keys.current()).kid);
});

test("with another SECRET_KEY signing fails", async () => {
  const keys = createSigningKeys(portal.context.database, createVault([randomBytes(32)], randomBytes(32)));
  await expect(keys.current()).rejects.toThrow();
});

test("a changed sealed text does not open", () => {
  const vault = createVault([randomBytes(32)], randomBytes(32));
  const sealed = vault.seal("a secret");
  expect(vault.open(sealed)).toBe("a secret");
  for (const index of [0, 12, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => vault.open(changed)).toThrow();
  }
});
