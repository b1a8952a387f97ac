import type { Transaction } from "kysely";
import type { SessionUser } from "@storyport/contract/login";
import type { AppContext } from "#/context.ts";
import { writeToOwner } from "#/features/accounts/write-to-owner.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { describeSession } from "#/features/login/describe-session.ts";
import { endAllOtherSessions } from "#/features/sessions/end-session.ts";
import { sessionDigest } from "#/features/sessions/session-digest.ts";
import { revokeTokensOf } from "#/features/tokens/account-families.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { countCodeGuess, forgetGuesses } from "./attempts.ts";
import { issueBackupCodes } from "./backup-codes.ts";
import { finishHalfLogin } from "./finish-login.ts";
import { factorAddedLetter } from "./letters.ts";
import { refuseWrongCode } from "./prove-second-factor.ts";
import { confirmFactor, findFactor, hasFactor } from "./queries.ts";
import type { UsedStep } from "./queries.ts";
import { requireMayEnrol } from "./require-may-enrol.ts";
import { stepOf } from "./totp.ts";
import { readTypedCode } from "./typed-code.ts";

export interface ConfirmedFactor {
  backupCodes: string[];
  /** Set if the session could only enrol and this call logged in. */
  login?: { user: SessionUser; sessionSecret: string };
}

/**
 * Confirms the begun factor with one of its codes, which is then used up. Returns the backup codes, once. All other sessions
 * and games' tokens of the account end, since they began without the factor. A session that could only enrol becomes a full one
 * with a new secret (DESIGN A23). Refuses a wrong code (errors.secondFactorInvalid), a confirmed factor
 * (errors.secondFactorEnrolled), and a factor not begun within the hour (errors.secondFactorNotBegun). Refuses after too many guesses
 * (errors.tooManyAttempts), and like `requireMayEnrol`.
 */
export async function confirmSecondFactor(
  context: AppContext,
  caller: LoggedInCaller,
  { code }: { code: string },
): Promise<ConfirmedFactor> {
  const { database } = context;
  const { session } = caller;
  const factor = await findFactor(database, session.accountId);
  if (factor === undefined) throw new Refusal("errors.secondFactorNotBegun");
  if (factor.confirmed_at !== null) throw new Refusal("errors.secondFactorEnrolled");
  await countCodeGuess(database, session);
  const typed = readTypedCode(code);
  const secret = context.vault.open(factor.sealed_secret);
  const step = typed?.kind === "app" ? stepOf(secret, { digits: typed.digits, currentStep: factor.current_step }) : undefined;
  if (step === undefined) return refuseWrongCode(context, caller);
  const used = { accountId: session.accountId, sealedSecret: factor.sealed_secret, step };
  return database.transaction().execute((transaction) => confirm(context, transaction, { caller, used }));
}

async function confirm(
  context: AppContext,
  transaction: Transaction<Tables>,
  { caller, used }: { caller: LoggedInCaller; used: UsedStep },
): Promise<ConfirmedFactor> {
  const { session } = caller;
  const { accountId } = session;
  await requireMayEnrol(transaction, caller);
  if (!(await confirmFactor(transaction, used))) {
    const isConfirmed = await hasFactor(transaction, accountId);
    throw new Refusal(isConfirmed ? "errors.secondFactorEnrolled" : "errors.secondFactorInvalid");
  }
  await forgetGuesses(transaction, session);
  const backupCodes = await issueBackupCodes(context, transaction, accountId);
  await writeToOwner(context, transaction, { accountId, name: "factorAdded", write: factorAddedLetter });
  await recordEvent(transaction, caller, { event: "second_factor_added", actorId: accountId, targetId: accountId });
  if (session.stage === "FULL") {
    await endWhatBeganWithout(transaction, accountId, session.digest);
    return { backupCodes };
  }
  const sessionSecret = await finishHalfLogin(transaction, caller, { by: "enrolment" });
  await endWhatBeganWithout(transaction, accountId, sessionDigest(sessionSecret));
  return { backupCodes, login: { user: describeSession(session), sessionSecret } };
}

/** End sessions first. This waits for a session that is handing over, so its tokens exist by the time they are revoked. */
async function endWhatBeganWithout(transaction: Transaction<Tables>, accountId: string, keptDigest: Buffer): Promise<void> {
  await endAllOtherSessions(transaction, accountId, keptDigest);
  await revokeTokensOf(transaction, { accountId, because: "ACCOUNT" });
}
