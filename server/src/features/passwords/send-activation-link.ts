import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { issueLink, linkLife } from "#/features/links/issue-link.ts";
import { budgetOf } from "#/features/links/may-be-written-to.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import { nameSender } from "#/features/accounts/name-sender.ts";
import type { Sender } from "#/features/accounts/name-sender.ts";
import { activationLetter } from "./letters.ts";
import type { ActivationReason } from "./letters.ts";
import type { LinkSending } from "./send-reset-link.ts";

interface ActivationSending extends LinkSending {
  reason: ActivationReason;
  /** The person and school that the letter names. */
  sender?: Sender;
}

/**
 * Writes an activation link and its letter in the transaction of the action that caused them. Returns undefined as
 * `issueLink` does, else the token. Only `npm run admin` shows the token (`createAdministrator`); other callers leave it to the letter.
 */
export async function sendActivationLink(
  { settings }: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { account, caller, by, cause = "STAFF", reason, sender }: ActivationSending,
): Promise<string | undefined> {
  const link = await issueLink(transaction, { accountId: account.id, purpose: "ACTIVATION", name: "activation", cause });
  if (link === undefined) return undefined;
  const names = sender === undefined ? { school: undefined, person: undefined } : await nameSender(transaction, sender);
  await postLetter(transaction, {
    accountId: account.id,
    recipient: account.email,
    name: "activation",
    letter: activationLetter(settings, {
      locale: account.default_locale,
      displayName: account.display_name,
      reason,
      sender: names,
      ...link,
    }),
    validForSeconds: linkLife.ACTIVATION,
    ...budgetOf(cause),
  });
  await recordEvent(transaction, caller, { event: "activation_link_sent", targetId: account.id, ...by });
  return link.token;
}
