import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { issueLink, linkLife } from "#/features/links/issue-link.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import { resetLetter } from "./letters.ts";

export interface Recipient {
  id: string;
  email: string;
  default_locale: string;
  display_name: string | null;
}

/** Writes a reset link and its letter, in the transaction of what caused it; none beyond three an hour. Answers its token. */
export async function sendResetLink(
  { settings }: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { account, caller }: { account: Recipient; caller: Caller },
): Promise<string | undefined> {
  const token = await issueLink(transaction, { accountId: account.id, purpose: "RESET" });
  if (token === undefined) return undefined;
  await postLetter(transaction, {
    accountId: account.id,
    recipient: account.email,
    name: "reset",
    letter: resetLetter(settings, { locale: account.default_locale, displayName: account.display_name, token }),
    validForSeconds: linkLife.RESET,
  });
  await recordEvent(transaction, caller, { event: "reset_link_sent", targetId: account.id });
  return token;
}
