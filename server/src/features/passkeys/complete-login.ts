import type { Assertion } from "@storyport/contract/passkeys";
import type { SessionUser } from "@storyport/contract/login";
import type { AppContext } from "#/context.ts";
import { describeSession } from "#/features/login/describe-session.ts";
import { finishHalfLogin } from "#/features/second-factor/finish-login.ts";
import { holdOwnAccount } from "#/features/second-factor/prove-second-factor.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { returnAttempt } from "#/platform/throttle.ts";
import { acceptUse } from "./accept-use.ts";
import { provePasskey } from "./prove-passkey.ts";
import { startedLogins } from "./start-login.ts";

/**
 * Completes a half session by a passkey of its account. It replaces a code, or is the step that an organization requires after the password
 * or the code. The login type stays the first factor's. Refuses like `provePasskey`. Refuses a passkey that may have been copied
 * (errors.passkeyCopied), and an account that is no longer active (errors.userNotActive). If several calls race, a single call succeeds; the
 * others find the session ended (errors.notLoggedIn).
 */
export async function completeLoginByPasskey(
  context: AppContext,
  caller: LoggedInCaller,
  { credential, browserSecret }: { credential: Assertion; browserSecret: string | undefined },
): Promise<{ user: SessionUser; sessionSecret: string }> {
  const { session } = caller;
  const proven = await provePasskey(context, caller, { credential, browserSecret, ownerId: session.accountId });
  const sessionSecret = await context.database.transaction().execute(async (transaction) => {
    await holdOwnAccount(transaction, caller);
    if (!(await acceptUse(context, transaction, { caller, proven }))) return undefined;
    return finishHalfLogin(transaction, caller, { by: "passkey" });
  });
  // After the commit, because the mark of a copied passkey must stay.
  if (sessionSecret === undefined) throw new Refusal("errors.passkeyCopied");
  // A login that finished does not count against the address. A wait that another login began goes on.
  await returnAttempt(context.database, [startedLogins(caller)], "stays");
  return { user: describeSession(session), sessionSecret };
}
