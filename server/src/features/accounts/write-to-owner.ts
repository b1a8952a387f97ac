import type { Transaction } from "kysely";
import type { LoginType } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Letter } from "#/platform/mail/letter.ts";
import type { Addressee } from "#/platform/mail/notice.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import { listLoginTypes } from "./login-types.ts";

/** The login types decide which advice helps: without a password there is none to change. */
export type Owner = Addressee & { loginTypes: readonly LoginType[] };

export interface OwnersLetter {
  accountId: string;
  name: string;
  write(settings: AppContext["settings"], to: Owner): Letter;
}

/** News of a week ago helps no owner, so the portal then stops trying to send the letter. */
const validForSeconds = 7 * 24 * 3600;

/**
 * E-mails the owner about an action on the account, in the same transaction. The owner must learn of actions by others. A
 * deleted account, or a student without an e-mail address, gets nothing; the history keeps the event.
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
  const loginTypes = await listLoginTypes(transaction, accountId);
  const letter = write(settings, { locale: owner.default_locale, displayName: owner.display_name, loginTypes });
  await postLetter(transaction, { accountId, recipient: owner.email, name, letter, validForSeconds });
}
