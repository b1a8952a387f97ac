import { decodeJwt, SignJWT, UnsecuredJWT, type JWTPayload } from "jose";
import type { Forgery } from "./moods.ts";
import { makeSigningKey, type SigningKey } from "./signing-keys.ts";

/** Returns the same ID token with exactly one fault. It is signed by the issuer's own key unless the signature is the fault. */
export async function forgeIdToken(idToken: string, forgery: Forgery, key: SigningKey): Promise<string> {
  const claims = { ...decodeJwt(idToken), ...wrongClaims(forgery) };
  if (forgery === "alg-none") return new UnsecuredJWT(claims).encode();
  const signer = forgery === "wrong-signature" ? await makeSigningKey(key.alg) : key;
  // Keeps the issuer's kid, so that a foreign key is not detected by its name.
  return new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid: key.kid }).sign(signer.privateKey);
}

function wrongClaims(forgery: Forgery): JWTPayload {
  const hourAgo = Math.floor(Date.now() / 1000) - 3600;
  switch (forgery) {
    case "wrong-issuer":
      return { iss: "https://issuer.evil.example" };
    case "wrong-audience":
      return { aud: "another-client" };
    case "wrong-nonce":
      return { nonce: "a-nonce-of-another-login" };
    case "expired":
      return { iat: hourAgo - 3600, exp: hourAgo };
    case "wrong-signature":
    case "alg-none":
      return {};
  }
}
