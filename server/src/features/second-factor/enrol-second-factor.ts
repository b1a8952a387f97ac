import type { AppContext } from "#/context.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { requireMayEnrol } from "./require-may-enrol.ts";
import { beginFactor } from "./queries.ts";
import { newTotpSecret, otpAuthUrl } from "./totp.ts";

/**
 * Creates a new secret for an authenticator app (specification, section 3: secret, otpAuthUrl). It has no effect until one of
 * its codes confirms it within the hour. The next call replaces an unconfirmed secret. Refuses an old login (errors.loginTooOld), an
 * account with a factor (errors.secondFactorEnrolled), and like `requireMayEnrol`. The secret is sealed, because a digest cannot check codes.
 */
export async function enrolSecondFactor(
  { database, vault, settings }: AppContext,
  caller: LoggedInCaller,
): Promise<{ secret: string; otpAuthUrl: string }> {
  const { session } = caller;
  // A half session lives ten minutes and cannot confirm its login, so it counts as recent.
  if (session.stage === "FULL") await requireRecentLogin(database, session);
  const secret = newTotpSecret();
  const isBegun = await database.transaction().execute(async (transaction) => {
    await requireMayEnrol(transaction, caller);
    return beginFactor(transaction, session.accountId, vault.seal(secret));
  });
  if (!isBegun) throw new Refusal("errors.secondFactorEnrolled");
  const label = session.email ?? session.displayName ?? session.accountId;
  return { secret, otpAuthUrl: otpAuthUrl({ secret, issuer: settings.brand.productName, label }) };
}
