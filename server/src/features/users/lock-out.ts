import type { Transaction } from "kysely";
import { withdrawProposal } from "#/features/email-changes/withdraw-proposal.ts";
import { voidLinks } from "#/features/links/prove-link.ts";
import { endAllSessions } from "#/features/sessions/end-session.ts";
import { revokeTokensOf } from "#/features/tokens/account-families.ts";
import type { Tables } from "#/platform/database/tables.ts";

/** Ends everything an account has open, including badge sessions, and voids its mailed links. */
export async function lockOut(transaction: Transaction<Tables>, accountId: string): Promise<void> {
  await voidLinks(transaction, accountId, ["RESET", "ACTIVATION", "DELETION", "DELETION_CONFIRMATION"]);
  await withdrawProposal(transaction, accountId);
  await endAllSessions(transaction, accountId);
  await revokeTokensOf(transaction, { accountId, because: "ACCOUNT" });
}
