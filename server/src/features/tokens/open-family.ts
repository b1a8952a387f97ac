import type { Transaction } from "kysely";
import type { LoginType } from "@storyport/contract/vocabulary";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { digestOf, newSecret } from "#/platform/secrets.ts";
import type { Vault } from "#/platform/secrets.ts";
import { issueAccessToken } from "./issue-access-token.ts";
import type { Issuer } from "./issue-access-token.ts";
import { issueIdToken } from "./openid-claims.ts";
import { insertFamily } from "./family-queries.ts";
import { insertRefreshToken } from "./queries.ts";
import type { ConsumedCode } from "./queries.ts";
import type { IssuedTokens } from "./refresh-tokens.ts";

const hour = 3600;
const day = 24 * hour;

/**
 * A badge's tokens end with the school day: after 90 minutes without use, or twelve hours. Those of a lesson end with it (`insertFamily`).
 * All others end after two weeks without use, or 90 days.
 */
function familyLife(loginType: LoginType): { idleSeconds: number; absoluteSeconds: number } {
  return loginType === "QRCODE"
    ? { idleSeconds: 1.5 * hour, absoluteSeconds: 12 * hour }
    : { idleSeconds: 14 * day, absoluteSeconds: 90 * day };
}

export interface Opening {
  issuer: Issuer;
  vault: Vault;
  /** The code that has just been consumed. */
  grant: ConsumedCode;
  clientId: string;
}

/** Opens a token family for a consumed code, in its transaction, and issues the first tokens. */
export async function openFamily(
  transaction: Transaction<Tables>,
  caller: Caller,
  { issuer, vault, grant, clientId }: Opening,
): Promise<IssuedTokens & { familyId: string }> {
  // Each next refresh token is derived by this key (`refreshTokens`).
  const lifeAndKey = { ...familyLife(grant.login_type), clientId, successorKey: vault.seal(newSecret()) };
  const family = await insertFamily(transaction, { ...grant, ...lifeAndKey });
  const refreshToken = newSecret();
  await insertRefreshToken(transaction, family.id, digestOf(refreshToken));
  await recordEvent(transaction, caller, {
    event: "tokens_issued",
    actorId: family.account_id,
    targetId: family.account_id,
    organizationId: family.organization_id,
    details: { client: family.client_id, scope: family.scope },
  });
  const accessToken = await issueAccessToken(issuer, transaction, { family, scope: family.scope });
  const openid = await issueIdToken(issuer, transaction, { family, accessToken, nonce: grant.nonce });
  return { accessToken, refreshToken, scope: family.scope, openid, familyId: family.id };
}
