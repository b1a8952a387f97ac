import type { AppContext } from "#/context.ts";
import { resetPasskeys } from "#/features/passkeys/reset-passkeys.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { describeUser } from "./describe-user.ts";
import type { UserDetails } from "./describe-user.ts";
import { holdUser } from "./user-in-reach.ts";

/**
 * For administrators: removes an account's lost passkeys, ends its sessions and tokens, and e-mails its owner. Refuses the caller's own
 * account (errors.notYourself), because the profile has its own way. Refuses an account without passkeys (errors.passkeysNotSet). Needs a
 * recent login (errors.loginTooOld). Refuses a missing account (errors.notFound).
 */
export async function resetUserPasskeys(context: AppContext, caller: LoggedInCaller, userId: string): Promise<UserDetails> {
  await requireRecentLogin(context.database, caller.session);
  return context.database.transaction().execute(async (transaction) => {
    const user = await holdUser(transaction, caller.session, userId);
    if (userId === caller.session.accountId) throw new Refusal("errors.notYourself");
    if (!(await resetPasskeys(context, transaction, { caller, accountId: userId }))) throw new Refusal("errors.passkeysNotSet");
    return describeUser({ ...context, database: transaction }, caller.session, user);
  });
}
