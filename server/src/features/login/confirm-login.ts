import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { holdOwnAccount, proveSecondFactor } from "#/features/second-factor/prove-second-factor.ts";
import type { ProvenBy } from "#/features/second-factor/prove-second-factor.ts";
import { confirmSession } from "#/features/sessions/confirm-session.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { attemptOf, checkPassword, refusalFor, requireUsable } from "./check-password.ts";
import { triedKeyOf } from "./count-guesses.ts";
import type { LoginAttempt, PasswordHolder } from "./queries.ts";
import { findLoginAccount, forgetFailures } from "./queries.ts";
import { requireStrongEnough } from "./ways-to-confirm.ts";

export interface PasswordConfirmation {
  password: string;
  /** Needed if the account has a second factor. */
  code?: string | undefined;
  /** The secret of the cookie by which accounts know this browser. */
  deviceSecret: string | undefined;
}

/**
 * Confirms the caller's login by the password, and by a code if the account has a second factor (docs/decisions/0065). It counts as a
 * password login of the account does, and begins no session. Refuses a wrong password (errors.passwordWrong), and a wrong or missing code
 * (errors.secondFactorInvalid). Refuses like `requireStrongEnough` a session that a passkey has proved (errors.confirmAnotherWay), and a
 * session that has ended meanwhile (errors.notLoggedIn). Otherwise refuses as `checkPassword`, `requireUsable` and `proveSecondFactor` do.
 * Checks the password again after it has locked the account, because a reset may have come between.
 */
export async function confirmLogin(context: AppContext, caller: LoggedInCaller, confirmation: PasswordConfirmation): Promise<void> {
  const { session } = caller;
  const { password, code, deviceSecret } = confirmation;
  await requireStrongEnough(context, caller);
  // An account without an address has no password.
  if (session.email === undefined) throw new Refusal("errors.passwordWrong");
  // A confirmation begins no session, so it names no device and ends no former session.
  const login = { email: session.email, password, deviceName: "", deviceSecret, formerSessionSecret: undefined };
  const attempt = attemptOf(caller, login);
  const checked = await checkPassword(context, caller, {
    login,
    attempt,
    async unlocks({ holder, guess }) {
      const account = await findLoginAccount(context.database, attempt, holder);
      if (account === undefined) throw new Refusal("errors.passwordWrong");
      await requireUsable(context, caller, { account, guess });
      const counted = { throttleKey: guess.key, triedKey: triedKeyOf(caller, login.email), address: attempt.address, lanes: guess.lanes };
      await forgetFailures(context.database, counted);
      return { account, holder };
    },
  });
  if (checked === undefined) throw new Refusal("errors.passwordWrong");
  const { account, holder } = checked;
  const finish = async (transaction: Transaction<Tables>, by?: ProvenBy) => {
    await requireSame(transaction, { attempt, holder, by });
    await confirmSession(transaction, session);
    await recordEvent(transaction, caller, {
      event: "login_confirmed",
      actorId: session.accountId,
      targetId: session.accountId,
      details: { loginType: "PASSWORD", ...(by !== undefined && { by }) },
    });
    return {};
  };
  if (account.has_second_factor) {
    await proveSecondFactor(context, caller, { code: code ?? "", unlocks: finish });
    return;
  }
  await context.database.transaction().execute(async (transaction) => {
    await holdOwnAccount(transaction, caller);
    await finish(transaction);
  });
}

interface Seen {
  attempt: LoginAttempt;
  holder: PasswordHolder;
  by: ProvenBy | undefined;
}

/** Since the check the password may have been reset, or a second factor been set up. */
async function requireSame(transaction: Transaction<Tables>, { attempt, holder, by }: Seen): Promise<void> {
  const now = await findLoginAccount(transaction, attempt, holder);
  if (now === undefined || refusalFor(now) !== undefined) throw new Refusal("errors.passwordWrong");
  if (now.has_second_factor && by === undefined) throw new Refusal("errors.secondFactorInvalid");
}
