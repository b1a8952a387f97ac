import type { AppContext } from "#/context.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { holdOwnAccount } from "./prove-second-factor.ts";
import { beginFactor } from "./queries.ts";
import { newTotpSecret, otpAuthUrl } from "./totp.ts";

/**
 * A new secret for an authenticator app (specification, section 3: secret, otpAuthUrl). It counts for nothing until a code of it is
 * confirmed within the hour; until then a newer one takes its place. Refuses a login that is too old (errors.loginTooOld)
 * and an account that has a factor (errors.secondFactorEnrolled). Kept sealed: codes cannot be checked by a digest.
 */
export async function enrolSecondFactor(
  { database, vault, settings }: AppContext,
  caller: LoggedInCaller,
): Promise<{ secret: string; otpAuthUrl: string }> {
  const { session } = caller;
  if (session.stage === "FULL") await requireRecentLogin(database, session);
  const secret = newTotpSecret();
  const isBegun = await database.transaction().execute(async (transaction) => {
    await holdOwnAccount(transaction, caller);
    return beginFactor(transaction, session.accountId, vault.seal(secret));
  });
  if (!isBegun) throw new Refusal("errors.secondFactorEnrolled");
  const label = session.email ?? session.displayName ?? session.accountId;
  return { secret, otpAuthUrl: otpAuthUrl({ secret, issuer: settings.brand.productName, label }) };
}
