import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { issueLink, linkLife } from "#/features/links/issue-link.ts";
import { budgetOf } from "#/features/links/may-be-written-to.ts";
import type { LetterCause } from "#/features/links/may-be-written-to.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import { resetLetter } from "./letters.ts";
import type { ResetReason } from "./letters.ts";

export interface Recipient {
  id: string;
  email: string;
  default_locale: string;
  display_name: string | null;
}

/** For the history: the actor, if it was not the account's owner, and the organization. */
export interface SentBy {
  actorId: string;
  organizationId: string | undefined;
}

export interface LinkSending {
  account: Recipient;
  caller: Caller;
  by?: SentBy;
  /** Defaults to STAFF. */
  cause?: LetterCause;
}

interface ResetSending extends LinkSending {
  reason: ResetReason;
  /** Defaults to false: the letter then promises nothing about the present password. */
  passwordWorks?: boolean;
}

/**
 * Writes and records a reset link and its letter in the transaction of the action that caused them. Returns the token, or undefined as
 * `issueLink` does.
 */
export async function sendResetLink(
  { settings }: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { account, caller, by, cause = "STAFF", reason, passwordWorks = false }: ResetSending,
): Promise<string | undefined> {
  const link = await issueLink(transaction, { accountId: account.id, purpose: "RESET", name: "reset", cause });
  if (link === undefined) return undefined;
  await postLetter(transaction, {
    accountId: account.id,
    recipient: account.email,
    name: "reset",
    letter: resetLetter(settings, { locale: account.default_locale, displayName: account.display_name, reason, passwordWorks, ...link }),
    validForSeconds: linkLife.RESET,
    ...budgetOf(cause),
  });
  await recordEvent(transaction, caller, { event: "reset_link_sent", targetId: account.id, ...by });
  return link.token;
}
