import type { AppContext } from "#/context.ts";
import { erasePerson } from "#/features/accounts/erase-person.ts";
import { requireAnotherAdministrator } from "#/features/accounts/last-administrator.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { holdUser, reachUser } from "./user-in-reach.ts";

/**
 * Deletes an account permanently. Erases the person exactly like a deletion by the owner, and sends a last letter. Needs a recent login
 * (errors.loginTooOld). Refuses the caller's own account (errors.notYourself), the last administrator (errors.lastAdministrator), and a
 * missing or deleted account (errors.notFound).
 */
export async function deleteUserByAdmin(context: AppContext, caller: LoggedInCaller, userId: string): Promise<void> {
  await requireRecentLogin(context.database, caller.session);
  await context.database.transaction().execute(async (transaction) => {
    const { is_administrator } = await reachUser(transaction, caller.session, userId);
    if (userId === caller.session.accountId) throw new Refusal("errors.notYourself");
    // Locks all administrators before the account, as edits do.
    if (is_administrator) await requireAnotherAdministrator(transaction, userId);
    const user = await holdUser(transaction, caller.session, userId);
    if (user.status === "DELETED") throw new Refusal("errors.notFound");
    await erasePerson(context, transaction, { ...user, by: "PLATFORM" });
    await recordEvent(transaction, caller, { event: "account_deleted", actorId: caller.session.accountId, targetId: userId });
  });
}
