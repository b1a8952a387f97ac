import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { writeToOwner } from "#/features/accounts/write-to-owner.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { endAllOtherSessions } from "#/features/sessions/end-session.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { factorRemovedByAdministratorLetter, factorRemovedLetter } from "./letters.ts";

/**
 * Removes an account's second factor and backup codes, in the transaction of the action that allows it. Ends every session of
 * the account except the caller's own, and e-mails the owner. Returns false if there is no factor. A factor that waits for its first code
 * counts as none; it is deleted without a word. The caller of this function has locked the account.
 */
export async function resetSecondFactor(
  context: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { caller, accountId }: { caller: LoggedInCaller; accountId: string },
): Promise<boolean> {
  if (!(await forgetSecondFactor(transaction, accountId))) return false;
  await endAllOtherSessions(transaction, accountId, caller.session.digest);
  const write = accountId === caller.session.accountId ? factorRemovedLetter : factorRemovedByAdministratorLetter;
  await writeToOwner(context, transaction, { accountId, name: "factorRemoved", write });
  await recordEvent(transaction, caller, { event: "second_factor_removed", actorId: caller.session.accountId, targetId: accountId });
  return true;
}

/**
 * Deletes an account's second factor and backup codes. Returns whether the factor was confirmed. The caller ends sessions and e-mails
 * the owner.
 */
async function forgetSecondFactor(transaction: Transaction<Tables>, accountId: string): Promise<boolean> {
  await transaction.deleteFrom("backup_codes").where("account_id", "=", accountId).execute();
  const deleted = transaction.deleteFrom("second_factors").where("account_id", "=", accountId).returning("confirmed_at");
  return ((await deleted.executeTakeFirst())?.confirmed_at ?? null) !== null;
}
