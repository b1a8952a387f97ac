import type { Transaction } from "kysely";
import type { LoginType } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import { otherWaysLetter } from "./letters.ts";
import { countRecentLetters } from "./queries.ts";
import type { Recipient } from "./send-reset-link.ts";

const letterName = "otherWays";
const mostAnHour = 3;
const validForSeconds = 24 * 3600;

/** Tells whoever has no password here, and asked for a new one, how they do log in. Silently none beyond three an hour. */
export async function sendOtherWays(
  { settings }: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { account, caller, loginTypes }: { account: Recipient; caller: Caller; loginTypes: readonly LoginType[] },
): Promise<void> {
  if ((await countRecentLetters(transaction, account.id, letterName)) >= mostAnHour) return;
  await postLetter(transaction, {
    accountId: account.id,
    recipient: account.email,
    name: letterName,
    letter: otherWaysLetter(settings, { locale: account.default_locale, displayName: account.display_name, loginTypes }),
    validForSeconds,
  });
  await recordEvent(transaction, caller, { event: "other_ways_sent", targetId: account.id });
}
