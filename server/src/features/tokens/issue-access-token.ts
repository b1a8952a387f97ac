import { randomUUID } from "node:crypto";
import { limits } from "@storyport/contract/limits";
import type { AccessTokenClaims } from "@storyport/contract/tokens";
import type { TokenScope } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { dashboardClientId } from "./dashboard-client.ts";
import type { Database } from "#/platform/database/connect.ts";
import { signAccessJwt } from "#/platform/keys/access-jwt.ts";
import type { SigningKey } from "#/platform/keys/signing-keys.ts";
import { Refusal } from "#/platform/refusal.ts";
import type { Vault } from "#/platform/secrets.ts";
import type { TokenFamily } from "./queries.ts";
import { findTokenFacts } from "./rights-queries.ts";
import { everShorterClaims, kindsOf, mostInToken } from "./rights.ts";
import { subjectOf } from "./subject.ts";

export const accessTokenSeconds = 600;

export interface AccessTokenOptions {
  scope: TokenScope;
  /** In seconds since 1970. A narrowed token lives no longer than the token it was made from. */
  notAfter?: number;
}

/**
 * The signing key, and the vault that makes pairwise subjects. Read the key before a transaction begins. Within a transaction the read
 * needs a second connection, and transactions that each wait for a second connection deadlock.
 */
export interface Issuer {
  url: string;
  key: SigningKey;
  vault: Vault;
}

/** Reads the key that signs now. Call it before a transaction begins (`Issuer`). */
export async function currentIssuer({ settings, keys, vault }: Pick<AppContext, "settings" | "keys" | "vault">): Promise<Issuer> {
  return { url: settings.publicUrl, key: await keys.current(), vault };
}

/**
 * Signs an access token (RFC 9068) with the present rights, without names and e-mail addresses (specification, section 3). It
 * never exceeds `limits.accessToken.max` characters. Rights that do not fit are left out, and the token names the omitted kinds. Refuses a
 * game that no longer exists (errors.grantInvalid).
 */
export async function issueAccessToken(
  issuer: Issuer,
  database: Database,
  { family, scope, notAfter = Infinity }: { family: TokenFamily } & AccessTokenOptions,
): Promise<string> {
  // One right more than fits shows that a kind is too long.
  const held = await findTokenFacts(database, family, { kinds: kindsOf(scope), most: mostInToken + 1 });
  if (held === undefined) throw new Refusal("errors.grantInvalid");
  const isDashboard = family.client_id === dashboardClientId;
  const identity = {
    iss: issuer.url,
    sub: subjectOf(issuer.vault, family.account_id, isDashboard ? null : held.sector),
    aud: isDashboard ? dashboardClientId : held.game_key,
    client_id: family.client_id,
    iat: held.issued_at,
    exp: Math.min(held.issued_at + accessTokenSeconds, notAfter),
    jti: randomUUID(),
    sid: family.id,
    scope,
    orgId: family.organization_id,
  };
  for (const rights of everShorterClaims(held)) {
    const token = signAccessJwt({ ...identity, ...rights } satisfies AccessTokenClaims, issuer.key);
    if (token.length <= limits.accessToken.max) return token;
  }
  throw new Error("Roles and permissions alone are too long for an access token.");
}
