import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import { digestOf, newSecret } from "#/platform/secrets.ts";
import { resetLetter } from "./letters.ts";
import { countRecentLinks, insertLink, lockLinks, replaceLinks } from "./queries.ts";

export interface ResetRecipient {
  id: string;
  email: string;
  default_locale: string;
  display_name: string | null;
}

const validForSeconds = 3600;
const mostAnHour = 3;

/**
 * Writes a reset link and its letter, in the transaction of what caused it. Three an hour per account, then silently
 * none: the request must not tell, and a mailbox must not be flooded. A new link replaces the former one.
 */
export async function sendResetLink(
  { settings }: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { account, caller }: { account: ResetRecipient; caller: Caller },
): Promise<void> {
  await lockLinks(transaction, account.id);
  if ((await countRecentLinks(transaction, account.id, "RESET")) >= mostAnHour) return;
  const token = newSecret();
  await replaceLinks(transaction, account.id, "RESET");
  await insertLink(transaction, { accountId: account.id, purpose: "RESET", digest: digestOf(token), validForSeconds });
  await postLetter(transaction, {
    accountId: account.id,
    recipient: account.email,
    name: "reset",
    letter: resetLetter(settings, { locale: account.default_locale, displayName: account.display_name, token }),
    validForSeconds,
  });
  await recordEvent(transaction, caller, { event: "reset_link_sent", targetId: account.id });
}
