import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Letter } from "#/platform/mail/letter.ts";
import { postLetter } from "#/platform/mail/outbox.ts";

export interface OwnersLetter {
  accountId: string;
  name: string;
  write(settings: AppContext["settings"], to: { locale: string; displayName: string | null }): Letter;
}

const validForSeconds = 7 * 24 * 3600;

/**
 * E-mails the owner about an action on the account, in the same transaction. The owner must learn of actions by others. A
 * student without an e-mail address gets nothing; the history keeps the event.
 */
export async function writeToOwner(
  { settings }: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { accountId, name, write }: OwnersLetter,
): Promise<void> {
  const owner = await transaction
    .selectFrom("accounts")
    .select(["email", "display_name", "default_locale"])
    .where("id", "=", accountId)
    .where("status", "<>", "DELETED")
    .executeTakeFirst();
  if (owner === undefined || owner.email === null) return;
  const letter = write(settings, { locale: owner.default_locale, displayName: owner.display_name });
  await postLetter(transaction, { accountId, recipient: owner.email, name, letter, validForSeconds });
}
