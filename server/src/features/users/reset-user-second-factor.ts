import type { AppContext } from "#/context.ts";
import { resetSecondFactor } from "#/features/second-factor/reset-second-factor.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import { revokeTokensOf } from "#/features/tokens/account-families.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { describeUser } from "./describe-user.ts";
import type { UserDetails } from "./describe-user.ts";
import { holdUser } from "./user-in-reach.ts";

/**
 * For administrators: removes an account's lost second factor, ends its sessions and tokens, and e-mails its owner. Needs a recent login
 * (errors.loginTooOld). Refuses the caller's own account (errors.notYourself), because the profile asks for a code. Refuses an account
 * without a factor (errors.secondFactorNotBegun), and a missing account (errors.notFound).
 */
export async function resetUserSecondFactor(context: AppContext, caller: LoggedInCaller, userId: string): Promise<UserDetails> {
  await requireRecentLogin(context.database, caller.session);
  return context.database.transaction().execute(async (transaction) => {
    const user = await holdUser(transaction, caller.session, userId);
    if (userId === caller.session.accountId) throw new Refusal("errors.notYourself");
    if (!(await resetSecondFactor(context, transaction, { caller, accountId: userId }))) throw new Refusal("errors.secondFactorNotBegun");
    // The lost phone may have a game open.
    await revokeTokensOf(transaction, { accountId: userId, because: "ACCOUNT" });
    return describeUser({ ...context, database: transaction }, caller.session, user);
  });
}
