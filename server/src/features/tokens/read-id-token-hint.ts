import * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { readJwt } from "#/platform/keys/access-jwt.ts";
import { idTokenSeconds } from "./openid-claims.ts";
import { findHintedFamily } from "./openid-queries.ts";
import type { HintedFamily } from "./openid-queries.ts";

const claimsOfOurs = z.object({ sid: z.uuid(), aud: z.string(), iat: z.number() });

/**
 * Returns the login that an ID token belongs to, even if token and login have ended (OpenID Connect Core, section 3.1.2.1; RP-Initiated
 * Logout, section 2). Returns undefined for a token that is not ours, or of another client than `clientId`. Also undefined if its key is no
 * longer published, or if the game is no OpenID client any more.
 */
export async function readIdTokenHint(
  { database, keys, settings }: Pick<AppContext, "database" | "keys" | "settings">,
  { hint, clientId }: { hint: string; clientId: string | undefined },
): Promise<HintedFamily | undefined> {
  const [, payload = ""] = hint.split(".");
  const issuedAt = issueTimeOf(payload);
  // An expired token still names its login, so the check is made in the middle of its life.
  const clock = { now: () => new Date((issuedAt + idTokenSeconds / 2) * 1000) };
  const claims = await readJwt(hint, { keys: await keys.published(), issuer: settings.publicUrl, clock, typ: "JWT" });
  const token = claimsOfOurs.safeParse(claims);
  if (!token.success || (clientId !== undefined && clientId !== token.data.aud)) return undefined;
  return findHintedFamily(database, { familyId: token.data.sid, clientId: token.data.aud });
}

/** Returns 0 for a text that is no token; `readJwt` refuses it. */
function issueTimeOf(payload: string): number {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    return z.object({ iat: z.number() }).parse(claims).iat;
  } catch {
    return 0;
  }
}
