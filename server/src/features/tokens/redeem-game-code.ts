import type { Transaction } from "kysely";
import { codeVerifier } from "@storyport/contract/tokens";
import type { LoginType } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { dashboardClientId } from "./dashboard-client.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { challengeOf, digestOf, newSecret } from "#/platform/secrets.ts";
import type { Vault } from "#/platform/secrets.ts";
import { currentIssuer, issueAccessToken } from "./issue-access-token.ts";
import type { Issuer } from "./issue-access-token.ts";
import { consumeGameCode, findFamilyOfUsedCode, insertFamily, insertRefreshToken, linkCodeToFamily, revokeFamily } from "./queries.ts";
import type { CodeProof } from "./queries.ts";
import type { IssuedTokens } from "./refresh-tokens.ts";

export interface CodeRedemption {
  clientId: string;
  code: string | undefined;
  redirectUri: string | undefined;
  verifier: string | undefined;
}

/**
 * Redeems a game code, once, for tokens (RFC 6749, section 4.1.3; RFC 7636). The code must have been issued to this client, for
 * this redirect_uri, with the challenge of this verifier. A matching code that was used before revokes its tokens. A wrong
 * verifier revokes nothing, because a stranger could otherwise log users out.
 */
export async function redeemGameCode(context: AppContext, caller: Caller, redemption: CodeRedemption): Promise<IssuedTokens> {
  const proof = toProof(redemption);
  const issuer = await currentIssuer(context);
  const issued = await context.database
    .transaction()
    .execute((transaction) => consume(transaction, { issuer, vault: context.vault }, { proof, caller }));
  if (issued !== undefined) return issued;
  await revokeReplayed(context, caller, proof);
  throw new Refusal("errors.grantInvalid");
}

function toProof({ clientId, code, redirectUri, verifier }: CodeRedemption): CodeProof {
  const isConfidential = clientId === dashboardClientId;
  if (code === undefined || redirectUri === undefined || (verifier === undefined && !isConfidential)) {
    throw new Refusal("errors.invalidInput");
  }
  const isVerifier = codeVerifier.safeParse(verifier).success;
  return {
    digest: digestOf(code),
    clientId,
    callbackUrl: redirectUri,
    challenge: verifier === undefined ? null : isVerifier ? challengeOf(verifier) : "",
    verifier: verifier ?? null,
  };
}

const hour = 3600;
const day = 24 * hour;

/** A badge's tokens end with the school day, a teacher's after two weeks without use. */
function familyLife(loginType: LoginType): { idleSeconds: number; absoluteSeconds: number } {
  return loginType === "QRCODE"
    ? { idleSeconds: 1.5 * hour, absoluteSeconds: 12 * hour }
    : { idleSeconds: 14 * day, absoluteSeconds: 90 * day };
}

async function consume(
  transaction: Transaction<Tables>,
  { issuer, vault }: { issuer: Issuer; vault: Vault },
  { proof, caller }: { proof: CodeProof; caller: Caller },
): Promise<IssuedTokens | undefined> {
  const code = await consumeGameCode(transaction, proof);
  if (code === undefined) return undefined;
  const family = await insertFamily(transaction, {
    ...code,
    ...familyLife(code.login_type),
    clientId: proof.clientId,
    successorKey: vault.seal(newSecret()),
  });
  const refreshToken = newSecret();
  await insertRefreshToken(transaction, family.id, digestOf(refreshToken));
  await linkCodeToFamily(transaction, proof.digest, family.id);
  await recordEvent(transaction, caller, {
    event: "tokens_issued",
    actorId: family.account_id,
    targetId: family.account_id,
    organizationId: family.organization_id,
    details: { client: family.client_id, scope: family.scope },
  });
  const accessToken = await issueAccessToken(issuer, transaction, { family, scope: family.scope });
  return { accessToken, refreshToken, scope: family.scope };
}

async function revokeReplayed({ database }: AppContext, caller: Caller, proof: CodeProof): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const used = await findFamilyOfUsedCode(transaction, proof);
    if (used === undefined || !(await revokeFamily(transaction, used.family_id, "CODE_REPLAY"))) return;
    const details = { client: proof.clientId };
    await recordEvent(transaction, caller, { event: "game_code_replayed", targetId: used.account_id, details });
  });
}
