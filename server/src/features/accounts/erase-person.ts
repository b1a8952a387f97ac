import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import { forgetAttempts, throttleKey } from "#/platform/throttle.ts";
import { anonymizeOwnPlayers, eraseAccount, eraseAccounts } from "./erasure-queries.ts";
import type { ErasedRows } from "./erasure-queries.ts";
import { deletedLetter } from "./letters.ts";
import type { Eraser } from "./letters.ts";

export interface ErasedPerson {
  id: string;
  email: string | null;
  /** The language of the letter. */
  default_locale: string;
  /** Who deletes the account; the letter says so. */
  by?: Eraser;
}

export interface ErasedData {
  /** Players without a name from now on. */
  anonymizedPlayers: number;
  rows: ErasedRows;
}

/**
 * Erases a person in the caller's transaction. The caller holds the account, has checked the right to delete, and records the event. The
 * account's row stays as DELETED, without personal data. Rows about the person are deleted, and players of this person alone
 * become anonymous. A former owner with an address gets a letter, whose row is erased once it is sent, or after a day.
 */
export async function erasePerson(
  { settings }: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { id, email, default_locale: language, by = "OWNER" }: ErasedPerson,
): Promise<ErasedData> {
  const anonymizedPlayers = await anonymizeOwnPlayers(transaction, [id]);
  const rows = await eraseAccount(transaction, id, email);
  if (email === null) return { anonymizedPlayers, rows };
  // Throttles have no account id, so eraseAccount does not find the failed logins of this address.
  await forgetAttempts(transaction, [throttleKey("password-account", email)]);
  // Post the letter last, because eraseAccount deletes all letters to this address.
  await postLetter(transaction, {
    accountId: null,
    recipient: email,
    name: "deleted",
    letter: deletedLetter(settings, { language, by }),
    validForSeconds: 24 * 3600,
    forgetWhenSent: true,
  });
  return { anonymizedPlayers, rows };
}

/**
 * Erases several students, whose accounts the caller holds. Without an e-mail address they have no failed logins by password, and get
 * no letter.
 */
export async function eraseStudents(transaction: Transaction<Tables>, accountIds: readonly string[]): Promise<void> {
  await anonymizeOwnPlayers(transaction, accountIds);
  await eraseAccounts(transaction, accountIds);
}
