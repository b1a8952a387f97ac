import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { writeToOwner } from "#/features/accounts/write-to-owner.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { endAllSessions } from "#/features/sessions/end-session.ts";
import { revokeTokensOf } from "#/features/tokens/account-families.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { passkeysResetLetter } from "./letters.ts";
import { deletePasskeysOf } from "./queries.ts";

/**
 * Removes all passkeys of another person's account, ends its sessions and tokens, and e-mails the owner. Returns false and changes
 * nothing if there are none. The caller has locked the account.
 */
export async function resetPasskeys(
  context: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { caller, accountId }: { caller: LoggedInCaller; accountId: string },
): Promise<boolean> {
  const count = await deletePasskeysOf(transaction, accountId);
  if (count === 0) return false;
  await endAllSessions(transaction, accountId);
  await revokeTokensOf(transaction, { accountId, because: "ACCOUNT" });
  await writeToOwner(context, transaction, { accountId, name: "passkeysReset", write: passkeysResetLetter });
  const details = { count };
  await recordEvent(transaction, caller, { event: "passkeys_reset", actorId: caller.session.accountId, targetId: accountId, details });
  return true;
}

/** Deletes an account's passkeys, because its login type PASSWORD is removed. The caller ends sessions and records the event. */
export async function forgetPasskeys(database: Database, accountId: string): Promise<void> {
  await deletePasskeysOf(database, accountId);
}
