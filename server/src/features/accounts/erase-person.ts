import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import { forgetAttempts, throttleKey } from "#/platform/throttle.ts";
import { anonymizeOwnPlayers, eraseAccount } from "./erasure-queries.ts";
import { deletedLetter } from "./letters.ts";

export interface ErasedPerson {
  id: string;
  email: string | null;
  default_locale: string;
  /** Decides which text the letter uses. */
  byAdministrator?: boolean;
}

/**
 * Erases a person in the transaction of the action that allows it. The account's row stays without personal data; all that
 * refers to it goes. A last e-mail stays in the outbox and is erased once it is sent.
 */
export async function erasePerson(
  { settings }: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { id, email, default_locale: language, byAdministrator = false }: ErasedPerson,
): Promise<void> {
  await anonymizeOwnPlayers(transaction, id);
  await eraseAccount(transaction, id, email);
  if (email === null) return;
  await forgetAttempts(transaction, [throttleKey("password-account", email)]);
  await postLetter(transaction, {
    accountId: null,
    recipient: email,
    name: "deleted",
    letter: deletedLetter(settings, { language, byAdministrator }),
    validForSeconds: 24 * 3600,
    forgetWhenSent: true,
  });
}
