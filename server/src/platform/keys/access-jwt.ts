/**
 * Access tokens (RFC 9068) and the other tokens that the portal signs as JWTs. Signs with synchronous node:crypto, which needs none of the few
 * threads of Node.
 */
import { createHash, sign } from "node:crypto";
import { decodeProtectedHeader } from "jose/decode/protected_header";
import { jwtVerify } from "jose/jwt/verify";
import type { Clock } from "#/platform/clock.ts";
import type { PublicKey, SigningKey } from "./signing-keys.ts";

const type = "at+jwt";

export function signAccessJwt(claims: Record<string, unknown>, key: SigningKey): string {
  return signJwt(type, claims, key);
}

/** Each kind of token has its own `typ`, so that none passes for another (RFC 8725, section 3.11). */
export function signJwt(typ: string, claims: Record<string, unknown>, { kid, privateKey }: SigningKey): string {
  const header = Buffer.from(JSON.stringify({ alg: "ES256", typ, kid })).toString("base64url");
  const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
  // JWS wants the two numbers of the signature side by side, not in DER (RFC 7518, section 3.4).
  const signature = sign("sha256", Buffer.from(`${header}.${payload}`), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${header}.${payload}.${signature.toString("base64url")}`;
}

export interface AccessJwtCheck {
  keys: PublicKey[];
  issuer: string;
  clock: Clock;
}

/** Returns the claims of one of our own access tokens, of any audience; undefined for a foreign or expired one. */
export function readAccessJwt(token: string, check: AccessJwtCheck): Promise<Record<string, unknown> | undefined> {
  return readJwt(token, { ...check, typ: type });
}

/** Returns the claims of a token of this kind that we signed; undefined for another one. */
export async function readJwt(token: string, check: AccessJwtCheck & { typ: string }): Promise<Record<string, unknown> | undefined> {
  try {
    const { kid } = decodeProtectedHeader(token);
    const key = check.keys.find((published) => published.kid === kid);
    if (key === undefined) return undefined;
    const { payload } = await jwtVerify(token, key.key, {
      algorithms: ["ES256"],
      typ: check.typ,
      issuer: check.issuer,
      currentDate: check.clock.now(),
    });
    return payload;
  } catch {
    return undefined;
  }
}

/** Returns the claim `at_hash`, which ties an ID token to the access token beside it (OpenID Connect Core, section 3.1.3.6). */
export function accessTokenHash(accessToken: string): string {
  return createHash("sha256").update(accessToken).digest().subarray(0, 16).toString("base64url");
}
