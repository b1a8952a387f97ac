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
import { findUsedRefreshToken, insertRefreshToken, isUnusedRefreshToken, revokeFamily, useRefreshToken } from "./queries.ts";
import type { TokenFamily } from "./queries.ts";
import { requireKnownClient } from "./require-known-client.ts";
import { requireParameters } from "./require-parameters.ts";

export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  scope: TokenScope;
  /** Only for OpenID clients that asked for the scope "openid". */
  openid?: OpenidAnswer | undefined;
  /** Only with the tokens of a device code. */
  deviceKey?: string | undefined;
}

/**
 * Rotates a refresh token (RFC 9700, section 4.14). The successor is derived from the token and a key of the family. A game that lost the
 * answer can therefore get the same successor for ten seconds, until it is used. Any other reuse means that two clients have the token, so
 * the family ends. Refuses a token that does not fit or has ended with errors.grantInvalid. Refuses an unknown game with
 * errors.clientInvalid, and a missing token with errors.invalidInput.
 */
export async function refreshTokens(
  context: AppContext,
  caller: Caller,
  { clientId, ...sent }: { clientId: string; refreshToken: string | undefined },
): Promise<IssuedTokens> {
  const { refresh_token: refreshToken } = requireParameters({ refresh_token: sent.refreshToken });
  const digest = digestOf(refreshToken);
  const issuer = await currentIssuer(context);
  const rotated = await context.database.transaction().execute(async (transaction) => {
    const family = await useRefreshToken(transaction, digest, clientId);
    if (family === undefined) return undefined;
    const successor = successorOf(context.vault, family, refreshToken);
    await insertRefreshToken(transaction, family.id, digestOf(successor));
    return answer(issuer, transaction, { family, successor });
  });
  if (rotated !== undefined) context.meter.count("tokensRefreshed");
  return rotated ?? (await replay(context, caller, { clientId, refreshToken, digest }));
}

async function replay(
  context: AppContext,
  caller: Caller,
  { clientId, refreshToken, digest }: { clientId: string; refreshToken: string; digest: Buffer },
): Promise<IssuedTokens> {
  const { database } = context;
  const family = await findUsedRefreshToken(database, digest, clientId);
  if (family === undefined) {
    await requireKnownClient(database, clientId);
    throw new Refusal("errors.grantInvalid");
  }
  const successor = successorOf(context.vault, family, refreshToken);
  if (family.is_recent && (await isUnusedRefreshToken(database, digestOf(successor)))) {
    return answer(await currentIssuer(context), database, { family, successor });
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

async function answer(
  issuer: Issuer,
  database: Database,
  { family, successor }: { family: TokenFamily; successor: string },
): Promise<IssuedTokens> {
  const accessToken = await issueAccessToken(issuer, database, { family, scope: family.scope });
  const openid = await issueIdToken(issuer, database, { family, accessToken });
  return { accessToken, refreshToken: successor, scope: family.scope, openid };
}
