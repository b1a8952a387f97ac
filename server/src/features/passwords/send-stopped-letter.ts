import type { Transaction } from "kysely";
import type { AccountStatus, LoginType } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { issueLink, linkLife } from "#/features/links/issue-link.ts";
import { budgetOf } from "#/features/links/may-be-written-to.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import { stoppedLetter } from "./letters.ts";
import type { Recipient } from "./send-reset-link.ts";

interface Stopped {
  account: Recipient & { status: AccountStatus; login_types: readonly LoginType[] };
  caller: Caller;
}

/**
 * E-mails the owner that a hundred wrong passwords stopped password logins. The link in it sets a new password, which ends the stop.
 * Sends nothing to an account that is not active or may not log in by password. Sends nothing once the budget of such letters is used up.
 */
export async function sendStoppedLetter(
  { settings }: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { account, caller }: Stopped,
): Promise<void> {
  if (account.status !== "ACTIVE" || !account.login_types.includes("PASSWORD")) return;
  const writing = { accountId: account.id, name: "stopped", cause: "LOGIN" } as const;
  const link = await issueLink(transaction, { ...writing, purpose: "RESET" });
  if (link === undefined) return;
  await postLetter(transaction, {
    accountId: account.id,
    recipient: account.email,
    name: "stopped",
    letter: stoppedLetter(settings, { locale: account.default_locale, displayName: account.display_name, ...link }),
    validForSeconds: linkLife.RESET,
    ...budgetOf("LOGIN"),
  });
  await recordEvent(transaction, caller, { event: "reset_link_sent", targetId: account.id });
}
