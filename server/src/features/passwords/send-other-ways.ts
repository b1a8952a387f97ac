import type { Transaction } from "kysely";
import type { LoginType } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { mayBeWrittenTo } from "#/features/links/may-be-written-to.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import { otherWaysLetter } from "./letters.ts";
import type { Recipient } from "./send-reset-link.ts";

const validForSeconds = 24 * 3600;

/**
 * E-mails the login types of the account to an owner who requested a new password but has none. Sends nothing if the account has gone. No
 * budget is counted here, because `requestLink` has counted the request.
 */
export async function sendOtherWays(
  { settings }: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { account, caller, loginTypes }: { account: Recipient; caller: Caller; loginTypes: readonly LoginType[] },
): Promise<void> {
  if (!(await mayBeWrittenTo(transaction, { accountId: account.id, name: "otherWays", cause: "ANYONE" }))) return;
  await postLetter(transaction, {
    accountId: account.id,
    recipient: account.email,
    name: "otherWays",
    letter: otherWaysLetter(settings, { locale: account.default_locale, displayName: account.display_name, loginTypes }),
    validForSeconds,
  });
  await recordEvent(transaction, caller, { event: "other_ways_sent", targetId: account.id });
}
