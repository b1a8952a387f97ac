import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair, type CryptoKey, type JWK } from "jose";

/** An issuer's signing key, created at the start so that the repository contains no private key. */
export interface SigningKey {
  alg: "RS256" | "ES256";
  kid: string;
  privateKey: CryptoKey;
  /** The private key in oidc-provider's format. */
  jwk: JWK;
}

export async function makeSigningKey(alg: SigningKey["alg"]): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  const kid = randomBytes(8).toString("hex");
  return { alg, kid, privateKey, jwk: { ...(await exportJWK(privateKey)), alg, kid, use: "sig" } };
}
