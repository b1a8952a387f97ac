import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { addLink, issueLink, linkLife } from "#/features/links/issue-link.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import { confirmationOf } from "./deletion-confirmation.ts";
import { deletionLetter } from "./letters.ts";

interface Asking {
  account: { id: string; email: string; default_locale: string; display_name: string | null };
  caller: Caller;
}

/** Writes a deletion link and its e-mail in the transaction of the action that caused them. Writes neither if the account has gone. */
export async function sendDeletionLink(
  { settings }: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { account, caller }: Asking,
): Promise<void> {
  const link = await issueLink(transaction, { accountId: account.id, purpose: "DELETION", name: "deletion", cause: "ANYONE" });
  if (link === undefined) return;
  // Stored beside the mailed code, so that `checkDeletionCode` can name this token without writing.
  await addLink(transaction, {
    accountId: account.id,
    purpose: "DELETION_CONFIRMATION",
    token: confirmationOf(link.token),
    validForSeconds: linkLife.DELETION,
  });
  await postLetter(transaction, {
    accountId: account.id,
    recipient: account.email,
    name: "deletion",
    letter: deletionLetter(settings, { locale: account.default_locale, displayName: account.display_name, ...link }),
    validForSeconds: linkLife.DELETION,
  });
  await recordEvent(transaction, caller, { event: "deletion_link_sent", targetId: account.id });
}
