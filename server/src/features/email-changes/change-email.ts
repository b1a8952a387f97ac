import type { Transaction } from "kysely";
import type { AccountStatus, LoginType } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { endWaysIn } from "#/features/accounts/end-ways-in.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { AuditEvent } from "#/features/audit/record-event.ts";
import { voidLinks } from "#/features/links/prove-link.ts";
import { letterFor } from "#/features/passwords/letter-for.ts";
import { sendActivationLink } from "#/features/passwords/send-activation-link.ts";
import { endAllSessions } from "#/features/sessions/end-session.ts";
import { revokeTokensOf } from "#/features/tokens/account-families.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import { emailChangedLetter, emailIsNowLetter } from "./letters.ts";
import { countLettersTo } from "./queries.ts";
import { withdrawProposal } from "./withdraw-proposal.ts";

/** The account after the change, with its former address. */
export interface MovedAccount {
  id: string;
  email: string;
  formerEmail: string | null;
  status: AccountStatus;
  default_locale: string;
  display_name: string | null;
}

export interface EmailChange {
  account: MovedAccount;
  caller: Caller;
  /** Who caused the change; the owner, if the owner confirmed it. `organizationId`: the organization that proposed or made it, if any. */
  by: Pick<AuditEvent, "actorId" | "organizationId">;
}

const aWeek = 7 * 24 * 3600;
const mostNoticesADay = 3;

/**
 * Completes a change of address in the transaction that wrote it (DESIGN A26; docs/decisions/0036). The former owner keeps
 * nothing: connected identities, password, passkeys, second factor, sessions, tokens and links end. Only the reader of the new address
 * gets in, by the link that is sent there, if a password may be chosen. Both addresses are informed, the former at most three times a day.
 */
export async function completeEmailChange(
  context: AppContext,
  transaction: Transaction<Tables>,
  { account, caller, by }: EmailChange,
): Promise<void> {
  const { id, formerEmail } = account;
  const ended = await endWaysIn(transaction, id);
  await voidLinks(transaction, id, ["RESET", "ACTIVATION", "DELETION", "DELETION_CONFIRMATION"]);
  await endAllSessions(transaction, id);
  await revokeTokensOf(transaction, { accountId: id, because: "ACCOUNT" });
  await withdrawProposal(transaction, id);
  // No link is issued beyond the three of an hour and the ten of a day. The owner can then ask for a link on the login page.
  const linkSent =
    getsLink(account, ended.loginTypes) &&
    (await sendActivationLink(context, transaction, { account, caller, reason: "newEmail" })) !== undefined;
  if (!linkSent) await mailNewAddress(context, transaction, account);
  if (formerEmail !== null) await mailFormerAddress(context, transaction, { ...account, formerEmail, linkSent });
  const { identities, secondFactor, passkeys } = ended;
  await recordEvent(transaction, caller, {
    event: "email_changed",
    ...by,
    targetId: id,
    details: { ended: { identities, secondFactor, passkeys } },
  });
}

/**
 * Decides by the rule of each letter (`letterFor`). Password and identities have just ended (`endWaysIn`). An account that logs in by badge
 * or as a program alone has no password to choose. A deactivated user gets no link before an admin reactivates the account.
 */
function getsLink({ status }: MovedAccount, loginTypes: readonly LoginType[]): boolean {
  return letterFor({ status, login_types: loginTypes, has_password: false, has_identity: false }) !== undefined;
}

/** At most three times a day, so that an admin who adds and removes an address repeatedly cannot flood it. */
async function mailFormerAddress(
  { settings }: AppContext,
  transaction: Transaction<Tables>,
  { id, formerEmail: recipient, default_locale: locale, display_name: displayName, linkSent }: FormerAddress,
): Promise<void> {
  if ((await countLettersTo(transaction, { recipient, letter: "emailChanged" })) >= mostNoticesADay) return;
  const letter = emailChangedLetter(settings, { locale, displayName, linkSent });
  await postLetter(transaction, { accountId: id, recipient, name: "emailChanged", letter, validForSeconds: aWeek });
}

type FormerAddress = MovedAccount & { formerEmail: string; linkSent: boolean };

async function mailNewAddress(
  { settings }: AppContext,
  transaction: Transaction<Tables>,
  { id, email: recipient, default_locale: locale, display_name: displayName }: MovedAccount,
): Promise<void> {
  const letter = emailIsNowLetter(settings, { locale, displayName });
  await postLetter(transaction, { accountId: id, recipient, name: "emailIsNow", letter, validForSeconds: aWeek });
}
