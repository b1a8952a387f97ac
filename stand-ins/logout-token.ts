import { createRemoteJWKSet, jwtVerify } from "jose";

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

export interface EndedLogin {
  /** The client that the token is for. */
  clientId: string;
  /** The `sid` of the login's tokens. */
  sid: string;
}

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout, section 2.6). Throws for a token that the portal did not sign for any of
 * these clients. Throws too if the token names no login.
 */
export async function readLogoutToken(portalUrl: string, clientIds: readonly string[], logoutToken: string): Promise<EndedLogin> {
  const keys = createRemoteJWKSet(new URL("/.well-known/jwks.json", portalUrl));
  const { payload } = await jwtVerify(logoutToken, keys, {
    typ: "logout+jwt",
    issuer: portalUrl,
    audience: [...clientIds],
    requiredClaims: ["iat", "exp", "jti"],
  });
  const { aud: clientId, events, sid, nonce } = payload;
  const isLogout = typeof events === "object" && events !== null && logoutEvent in events;
  if (!isLogout || typeof sid !== "string" || nonce !== undefined || typeof clientId !== "string") {
    throw new Error("This is no logout token.");
  }
  return { clientId, sid };
}
