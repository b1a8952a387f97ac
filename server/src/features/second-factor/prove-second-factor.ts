import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { holdActiveAccount } from "#/features/accounts/hold-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { holdSession } from "#/features/sessions/hold-session.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { backupCodeDigest } from "./backup-codes.ts";
import { countCodeGuess, forgetGuesses, recordWrongGuess } from "./attempts.ts";
import { consumeBackupCode, consumeStep, findFactor, hasFactor } from "./queries.ts";
import { stepOf } from "./totp.ts";
import { readTypedCode } from "./typed-code.ts";

export type ProvenBy = "app" | "backup code";

export interface Proof<T> {
  code: string;
  /**
   * The action that the code allows. It runs in the transaction that uses the code up, so that both commit or neither does. It
   * returns an object, because undefined means a wrong code.
   */
  unlocks(transaction: Transaction<Tables>, by: ProvenBy): Promise<T>;
}

/**
 * Uses up one code, of the app or a backup code, for one action. Refuses an account without a factor (errors.secondFactorNotBegun), and a
 * wrong, used or old code (errors.secondFactorInvalid). Refuses after too many guesses (errors.tooManyAttempts). Refuses like
 * `holdOwnAccount` too. Counts each guess before the check; a success clears the count.
 */
export async function proveSecondFactor<T extends object>(context: AppContext, caller: LoggedInCaller, proof: Proof<T>): Promise<T> {
  const { database } = context;
  const { session } = caller;
  // A half session that reaches this began because the account has a factor.
  if (session.stage === "FULL" && !(await hasFactor(database, session.accountId))) throw new Refusal("errors.secondFactorNotBegun");
  await countCodeGuess(database, session);
  const done = await database.transaction().execute(async (transaction) => {
    await holdOwnAccount(transaction, caller);
    const by = await consumeCode(context, transaction, { accountId: session.accountId, code: proof.code });
    if (by === undefined) return undefined;
    await forgetGuesses(transaction, session);
    return proof.unlocks(transaction, by);
  });
  if (done === undefined) return refuseWrongCode(context, caller);
  return done;
}

/**
 * Locks the caller's account and session. Refuses a session that has ended since the call began (errors.notLoggedIn). Refuses an account
 * that is not active any more (errors.userNotActive for a half session, otherwise errors.notLoggedIn).
 */
export async function holdOwnAccount(transaction: Transaction<Tables>, { session }: LoggedInCaller): Promise<void> {
  if ((await holdActiveAccount(transaction, session.accountId)) === undefined) {
    // If a full session has ended, the caller learns nothing about the account.
    throw new Refusal(session.stage === "FULL" ? "errors.notLoggedIn" : "errors.userNotActive");
  }
  if (!(await holdSession(transaction, session))) throw new Refusal("errors.notLoggedIn");
}

/** Refuses a wrong code with errors.secondFactorInvalid, and records it. Its guess is counted already. */
export async function refuseWrongCode({ database }: AppContext, caller: LoggedInCaller): Promise<never> {
  const { accountId, stage } = caller.session;
  await recordWrongGuess(database, caller.session);
  await recordEvent(database, caller, { event: "second_factor_failed", actorId: accountId, targetId: accountId, details: { stage } });
  throw new Refusal("errors.secondFactorInvalid");
}

async function consumeCode(
  { vault }: AppContext,
  transaction: Transaction<Tables>,
  { accountId, code }: { accountId: string; code: string },
): Promise<ProvenBy | undefined> {
  const typed = readTypedCode(code);
  const factor = await findFactor(transaction, accountId);
  if (typed === undefined || factor === undefined || factor.confirmed_at === null) return undefined;
  if (typed.kind === "backup") {
    const isUsed = await consumeBackupCode(transaction, accountId, backupCodeDigest(vault, accountId, typed.code));
    return isUsed ? "backup code" : undefined;
  }
  const { sealed_secret: sealedSecret, current_step } = factor;
  const step = stepOf(vault.open(sealedSecret), { digits: typed.digits, currentStep: current_step });
  return step !== undefined && (await consumeStep(transaction, { accountId, sealedSecret, step })) ? "app" : undefined;
}
