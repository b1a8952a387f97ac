import { tokenScopes } from "@storyport/contract/vocabulary";
import type { TokenScope } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf, hmacOf } from "#/platform/secrets.ts";
import type { Vault } from "#/platform/secrets.ts";
import { currentIssuer, issueAccessToken } from "./issue-access-token.ts";
import type { Issuer } from "./issue-access-token.ts";
import { issueIdToken } from "./openid-claims.ts";
import type { OpenidAnswer } from "./openid-claims.ts";
import { recordNarrowing } from "./narrow-scope.ts";
import { findUsedRefreshToken, insertRefreshToken, isUnusedRefreshToken, revokeFamily, useRefreshToken } from "./queries.ts";
import type { RefreshedFamily, TokenFamily } from "./queries.ts";
import { requireKnownClient } from "./require-known-client.ts";
import { requireParameters } from "./require-parameters.ts";
import { isWider, scopeOfRefresh } from "./rights.ts";

export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  scope: TokenScope;
  /** Only for OpenID clients that asked for the scope "openid". */
  openid?: OpenidAnswer | undefined;
  /** Only with the tokens of a device code. */
  deviceKey?: string | undefined;
}

export interface Refreshing {
  clientId: string;
  refreshToken: string | undefined;
  scope: string | undefined;
}

/**
 * Rotates a refresh token (RFC 9700, section 4.14). The successor is derived from the token and a key of the family. A game that lost the
 * answer can therefore get the same successor for ten seconds, until it is used. Any other reuse means that two clients have the token, so
 * the family ends. A narrower scope narrows this access token alone (RFC 6749, section 6). Refuses a wider scope than the login was given
 * with errors.scopeNotGranted, and uses nothing up. Refuses a token that does not fit or has ended with errors.grantInvalid. Refuses an
 * unknown game with errors.clientInvalid, and a missing token with errors.invalidInput.
 */
export async function refreshTokens(context: AppContext, caller: Caller, { clientId, scope, ...sent }: Refreshing): Promise<IssuedTokens> {
  const { refresh_token: refreshToken } = requireParameters({ refresh_token: sent.refreshToken });
  const presented = { clientId, refreshToken, digest: digestOf(refreshToken), scope };
  const issuer = await currentIssuer(context);
  const rotated = await context.database.transaction().execute(async (transaction) => {
    const family = await useRefreshToken(transaction, presented.digest, clientId);
    if (family === undefined) return undefined;
    const successor = successorOf(context.vault, family, refreshToken);
    await insertRefreshToken(transaction, family.id, digestOf(successor));
    return answer(transaction, caller, { issuer, presented, family, successor });
  });
  if (rotated !== undefined) context.meter.count("tokensRefreshed");
  return rotated ?? (await replay(context, caller, presented));
}

interface Presented {
  clientId: string;
  refreshToken: string;
  digest: Buffer;
  scope: string | undefined;
}

async function replay(context: AppContext, caller: Caller, presented: Presented): Promise<IssuedTokens> {
  const { database } = context;
  const { clientId, refreshToken, digest } = presented;
  const family = await findUsedRefreshToken(database, digest, clientId);
  if (family === undefined) {
    await requireKnownClient(database, clientId);
    throw new Refusal("errors.grantInvalid");
  }
  const successor = successorOf(context.vault, family, refreshToken);
  if (family.is_recent && (await isUnusedRefreshToken(database, digestOf(successor)))) {
    return answer(database, caller, { issuer: await currentIssuer(context), presented, family, successor });
  }
  const isFirst = await database.transaction().execute(async (transaction) => {
    if (!(await revokeFamily(transaction, family.id, "REUSE"))) return false;
    await recordEvent(transaction, caller, {
      event: "token_reuse",
      targetId: family.account_id,
      organizationId: family.organization_id,
      details: { client: clientId },
    });
    return true;
  });
  if (isFirst) context.meter.count("refreshTokensReused");
  throw new Refusal("errors.grantInvalid");
}

/** Families from before sealing store the 32-byte key itself. The last of them end 90 days after the last portal of 0.1.0. */
function successorOf(vault: Vault, { successor_key: stored }: TokenFamily, refreshToken: string): string {
  return hmacOf(stored.length === 32 ? stored : unsealed(vault, stored), refreshToken);
}

/** Refuses a family whose key was sealed with another SECRET_KEY. */
function unsealed(vault: Vault, sealed: Buffer): Buffer {
  try {
    return Buffer.from(vault.open(sealed), "base64url");
  } catch {
    throw new Refusal("errors.grantInvalid");
  }
}

interface Refreshed {
  issuer: Issuer;
  presented: Presented;
  family: RefreshedFamily;
  successor: string;
}

async function answer(database: Database, caller: Caller, { issuer, presented, family, successor }: Refreshed): Promise<IssuedTokens> {
  // A child's login gets PLAYER whatever the game asks for. A library that repeats its own scope gets PLAYER again.
  const granted = family.login_type === "QRCODE" ? tokenScopes[0] : family.granted_scope;
  const given = { granted, present: family.scope };
  const scope = scopeOfRefresh(presented.scope, given);
  if (scope === undefined) throw new Refusal("errors.scopeNotGranted");
  const accessToken = await issueAccessToken(issuer, database, { family, scope });
  const issued = { accessToken, refreshToken: successor, scope };
  if (!isWider(family.scope, scope)) return { ...issued, openid: await issueIdToken(issuer, database, { family, accessToken }) };
  // Userinfo is closed to a narrowed token, so it has no words of OpenID Connect.
  await recordNarrowing(database, caller, { family, scope, from: presented.digest.toString("hex") });
  return issued;
}
