import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Letter } from "#/platform/mail/letter.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import { findRecipient } from "./queries.ts";

export interface OwnersLetter {
  accountId: string;
  name: string;
  write(settings: AppContext["settings"], to: { locale: string; displayName: string | null }): Letter;
}

/** Tells the owner what happened to the second factor, in the transaction of it. Who has no e-mail address is told nothing. */
export async function writeToOwner(
  { settings }: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { accountId, name, write }: OwnersLetter,
): Promise<void> {
  const owner = await findRecipient(transaction, accountId);
  if (owner === undefined || owner.email === null) return;
  await postLetter(transaction, {
    accountId,
    recipient: owner.email,
    name,
    letter: write(settings, { locale: owner.default_locale, displayName: owner.display_name }),
    validForSeconds: 7 * 24 * 3600,
  });
}
