/** What an OpenID client learns about a person: its granted words, a subject, and names that the school shares. */
import { accessTokenHash, signJwt } from "#/platform/keys/access-jwt.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Issuer } from "./issue-access-token.ts";
import { findOpenidFacts } from "./openid-queries.ts";
import type { OpenidFacts } from "./openid-queries.ts";
import type { TokenFamily } from "./queries.ts";
import { subjectOf } from "./subject.ts";

export const idTokenSeconds = 600;

/** The requested words that hold now (`shared_words`): names of staff by their organization's choice, and never those of students. */
export function grantedWords({ openid_scope: requested, shared_words: shared }: OpenidFacts): string[] {
  return requested.split(" ").filter((word) => word === "openid" || shared.includes(word));
}

export interface OpenidAnswer {
  idToken: string;
  /** The granted words of OpenID Connect. */
  words: string[];
}

export interface IdTokenParts {
  family: TokenFamily;
  accessToken: string;
  /** Only in the first ID token (OpenID Connect Core, section 12.2). */
  nonce?: string | null | undefined;
}

/**
 * Signs an ID token (OpenID Connect Core, section 2) for an OpenID client that asked for the scope "openid". It never contains names;
 * userinfo has them. Returns undefined for other clients.
 */
export async function issueIdToken(
  issuer: Issuer,
  database: Database,
  { family, accessToken, nonce }: IdTokenParts,
): Promise<OpenidAnswer | undefined> {
  if (family.openid_scope === null) return undefined;
  const facts = await findOpenidFacts(database, family.id);
  if (facts === undefined) return undefined;
  const claims = {
    iss: issuer.url,
    sub: subjectOf(issuer.vault, family.account_id, facts.sector),
    aud: family.client_id,
    iat: facts.issued_at,
    exp: facts.issued_at + idTokenSeconds,
    auth_time: facts.auth_time,
    sid: family.id,
    at_hash: accessTokenHash(accessToken),
    ...(nonce === null || nonce === undefined ? {} : { nonce }),
  };
  return { idToken: signJwt("JWT", claims, issuer.key), words: grantedWords(facts) };
}
