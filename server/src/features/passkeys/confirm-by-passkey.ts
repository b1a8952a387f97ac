import type { startPasskeyConfirmation as endpoint } from "@storyport/contract/confirmations";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type { Assertion } from "@storyport/contract/passkeys";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { holdOwnAccount } from "#/features/second-factor/prove-second-factor.ts";
import { confirmSession } from "#/features/sessions/confirm-session.ts";
import { notePasskey } from "#/features/sessions/note-passkey.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf } from "#/platform/secrets.ts";
import { returnAttempt, takeAttempt } from "#/platform/throttle.ts";
import { acceptUse } from "./accept-use.ts";
import { askedChallenges, askingPolicy, challengeSeconds, newChallenge } from "./challenges.ts";
import { nameCredential } from "./describe-passkey.ts";
import { provePasskey } from "./prove-passkey.ts";
import { findPasskeyAccount, findPasskeys } from "./queries.ts";
import { relyingParty } from "./relying-party.ts";

/**
 * Begins to confirm the caller's login by a passkey of the account. The challenge belongs to the session's secret. The challenge of a login
 * belongs to another cookie, so neither call accepts the other's challenge. Unfinished attempts count against the account
 * (errors.tooManyAttempts). Refuses an account without a working passkey (errors.confirmAnotherWay).
 */
export async function startPasskeyConfirmation(
  { database, settings }: AppContext,
  { session }: LoggedInCaller,
  sessionSecret: string,
): Promise<ResponseOf<typeof endpoint>> {
  const working = (await findPasskeys(database, session.accountId)).filter(({ copied_at }) => copied_at === null);
  if (working.length === 0) throw new Refusal("errors.confirmAnotherWay");
  await takeAttempt(database, askedChallenges(session), askingPolicy);
  const challenge = await newChallenge(database, { kind: "LOGIN", asker: digestOf(sessionSecret) });
  return {
    challenge,
    rpId: relyingParty(settings).rpId,
    timeout: challengeSeconds * 1000,
    userVerification: "required",
    allowCredentials: working.map(nameCredential),
  };
}

/**
 * Confirms the caller's login by a passkey, whatever the login was. Its device has verified its user, so no code is needed. Refuses like
 * `provePasskey`, another account's passkey too (errors.passkeyUnknown). Refuses an account that may log in by a badge alone
 * (errors.loginTypeNotAllowed), and a passkey that may have been copied (errors.passkeyCopied). Refuses a session that has ended meanwhile
 * (errors.notLoggedIn).
 */
export async function confirmByPasskey(
  context: AppContext,
  caller: LoggedInCaller,
  { credential, sessionSecret }: { credential: Assertion; sessionSecret: string },
): Promise<void> {
  const { accountId } = caller.session;
  const proven = await provePasskey(context, caller, { credential, browserSecret: sessionSecret, ownerId: accountId });
  const isAccepted = await context.database.transaction().execute(async (transaction) => {
    await holdOwnAccount(transaction, caller);
    const account = await findPasskeyAccount(transaction, Buffer.from(credential.rawId, "base64url"));
    // The passkey was removed meanwhile.
    if (account?.id !== accountId) throw new Refusal("errors.passkeyUnknown");
    if (!account.may_log_in_itself) throw new Refusal("errors.loginTypeNotAllowed");
    if (!(await acceptUse(context, transaction, { caller, proven }))) return false;
    await confirmSession(transaction, caller.session);
    await notePasskey(transaction, caller.session);
    // A login by passkey has the login type PASSWORD (docs/decisions/0064).
    const details = { loginType: "PASSWORD", by: "passkey" };
    await recordEvent(transaction, caller, { event: "login_confirmed", actorId: accountId, targetId: accountId, details });
    return true;
  });
  if (!isAccepted) throw new Refusal("errors.passkeyCopied");
  // A finished confirmation does not count. A wait that another attempt began goes on.
  await returnAttempt(context.database, [askedChallenges(caller.session)], "stays");
}
