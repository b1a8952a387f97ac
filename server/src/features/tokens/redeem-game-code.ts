import type { Transaction } from "kysely";
import { codeVerifier } from "@storyport/contract/tokens";
import type { AppContext } from "#/context.ts";
import { recordEvent, recordEventOnce } from "#/features/audit/record-event.ts";
import { callbackToNote } from "#/features/games/callback-to-note.ts";
import { dashboardClientId } from "./dashboard-client.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { challengeOf, digestOf } from "#/platform/secrets.ts";
import type { Vault } from "#/platform/secrets.ts";
import { currentIssuer } from "./issue-access-token.ts";
import type { Issuer } from "./issue-access-token.ts";
import { openFamily } from "./open-family.ts";
import { consumeGameCode, findFamilyOfUsedCode, findRefusedCode, linkCodeToFamily, revokeFamily } from "./queries.ts";
import type { CodeProof } from "./queries.ts";
import type { IssuedTokens } from "./refresh-tokens.ts";
import { requireKnownClient } from "./require-known-client.ts";
import { requireParameters } from "./require-parameters.ts";

export interface CodeRedemption {
  clientId: string;
  code: string | undefined;
  redirectUri: string | undefined;
  verifier: string | undefined;
}

/**
 * Redeems a game code, once, for tokens (RFC 6749, section 4.1.3; RFC 7636). The code must have been issued to this client, for
 * this redirect_uri, with the challenge of this verifier. A matching code that was used before revokes its tokens. A wrong
 * verifier revokes nothing, because a stranger could otherwise log users out. Refuses a missing parameter with
 * errors.invalidInput, an unknown game with errors.clientInvalid, and a code that does not fit with errors.grantInvalid.
 */
export async function redeemGameCode(context: AppContext, caller: Caller, redemption: CodeRedemption): Promise<IssuedTokens> {
  const proof = toProof(redemption);
  const issuer = await currentIssuer(context);
  const issued = await context.database
    .transaction()
    .execute((transaction) => consume(transaction, { issuer, vault: context.vault }, { proof, caller }));
  if (issued !== undefined) {
    context.meter.count("gameCodesRedeemed");
    return issued;
  }
  if (!(await revokeReplayed(context, caller, proof))) await recordRefusal(context, caller, proof);
  await requireKnownClient(context.database, proof.clientId);
  throw new Refusal("errors.grantInvalid");
}

function toProof({ clientId, ...sent }: CodeRedemption): CodeProof {
  const isConfidential = clientId === dashboardClientId;
  const {
    code,
    redirect_uri: callbackUrl,
    code_verifier: verifier,
  } = requireParameters({
    code: sent.code,
    redirect_uri: sent.redirectUri,
    code_verifier: sent.verifier ?? (isConfidential ? null : undefined),
  });
  const isVerifier = codeVerifier.safeParse(verifier).success;
  return {
    digest: digestOf(code),
    clientId,
    callbackUrl,
    // A legacy game's verifier may be malformed. An empty challenge never matches.
    challenge: verifier === null ? null : isVerifier ? challengeOf(verifier) : "",
    verifier,
  };
}

async function consume(
  transaction: Transaction<Tables>,
  { issuer, vault }: { issuer: Issuer; vault: Vault },
  { proof, caller }: { proof: CodeProof; caller: Caller },
): Promise<IssuedTokens | undefined> {
  const code = await consumeGameCode(transaction, proof);
  if (code === undefined) return undefined;
  const { familyId, ...tokens } = await openFamily(transaction, caller, { issuer, vault, grant: code, clientId: proof.clientId });
  await linkCodeToFamily(transaction, proof.digest, familyId);
  return tokens;
}

/** Returns false if no used code matches in every part, or its tokens have ended. */
async function revokeReplayed({ database }: AppContext, caller: Caller, proof: CodeProof): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const used = await findFamilyOfUsedCode(transaction, proof);
    if (used === undefined || !(await revokeFamily(transaction, used.family_id, "CODE_REPLAY"))) return false;
    await recordEvent(transaction, caller, {
      event: "game_code_replayed",
      targetId: used.account_id,
      organizationId: used.organization_id,
      details: { client: proof.clientId, gameId: used.game_id },
    });
    return true;
  });
}

/**
 * The game learns only that the code is not valid (RFC 6749, section 5.2). The history keeps the reason, for the login check and the people
 * who build the game.
 */
async function recordRefusal({ database }: AppContext, caller: Caller, proof: CodeProof): Promise<void> {
  const refused = await findRefusedCode(database, proof);
  if (refused === undefined) return;
  const { client_id: client, game_id: gameId, reason } = refused;
  const isOtherCallback = reason === "other redirect_uri";
  await recordEventOnce(database, caller, {
    event: "game_code_refused",
    targetId: refused.account_id,
    organizationId: refused.organization_id,
    details: { client, gameId, reason, ...(isOtherCallback && { callback: callbackToNote(proof.callbackUrl, refused.callbacks) }) },
  });
}
