import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair, type CryptoKey, type JWK } from "jose";

/** With what an issuer signs; made at start, so that no key of anybody's lies in the repository. */
export interface SigningKey {
  alg: "RS256" | "ES256";
  kid: string;
  privateKey: CryptoKey;
  /** The private key as oidc-provider takes it. */
  jwk: JWK;
}

export async function makeSigningKey(alg: SigningKey["alg"]): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  const kid = randomBytes(8).toString("hex");
  return { alg, kid, privateKey, jwk: { ...(await exportJWK(privateKey)), alg, kid, use: "sig" } };
}
