import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { isOnlyStudent } from "#/features/rights/students.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import { isAmongFirst, throttleKey } from "#/platform/throttle.ts";
import { newLoginLetter } from "./letters.ts";
import type { LoginAccount } from "./queries.ts";

const enough = { most: 3, windowSeconds: 3600 };

/**
 * E-mails staff that their password was used in a browser unknown to the account. It may have been an attacker. Applies with and without a
 * second factor. Skips an account of which no browser is known and which no provider or passkey has logged in. Such an account is new, or a
 * reset forgot its browsers. Sends at most three letters an hour.
 */
export async function notifyNewDevice(
  { settings }: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { account, deviceName }: { account: LoginAccount; deviceName: string },
): Promise<void> {
  if (account.is_known_device || !account.has_been_used || isOnlyStudent(account.roles)) return;
  if (!(await isAmongFirst(transaction, throttleKey("new-login-letter", account.id), enough))) return;
  await postLetter(transaction, {
    accountId: account.id,
    recipient: account.email,
    name: "newLogin",
    letter: newLoginLetter(settings, { locale: account.default_locale, displayName: account.display_name, deviceName, at: account.at }),
    validForSeconds: 24 * 3600,
  });
}
