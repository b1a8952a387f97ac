import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { endFormerBadgeSession } from "#/features/sessions/end-badge-sessions.ts";
import { sessionDigest } from "#/features/sessions/session-digest.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { returnAttempt, takeAttempt, throttleKey } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";
import { readOneTimeCode } from "./one-time-code.ts";
import { consumeOneTimeCode } from "./queries.ts";
import { startBadgeSession } from "./start-badge-session.ts";
import type { LoggedInStudent } from "./start-badge-session.ts";

export interface OneTimeProof {
  code: string;
  formerSessionSecret: string | undefined;
}

/** Six characters can be guessed, so guesses are few: a class that mistypes is not slowed, a program is. */
const addressGuesses: ThrottlePolicy = { free: 60, firstWaitSeconds: 5, longestWaitSeconds: 300, stopAt: 1000, windowSeconds: 600 };

/** Over all addresses: guessers who come from many of them meet this one. */
const allGuesses: ThrottlePolicy = { free: 3000, firstWaitSeconds: 1, longestWaitSeconds: 5, stopAt: 100_000, windowSeconds: 600 };

/**
 * Logs a student in with a one-time code from the teacher: once, within twenty minutes, under the conditions of a badge.
 * Every attempt is counted before it is looked at, per address and overall; one that succeeds is taken back. One that fails ends
 * the session that another child left open in this browser, as a dead badge does.
 */
export async function logInWithOneTimeCode(context: AppContext, caller: Caller, proof: OneTimeProof): Promise<LoggedInStudent> {
  const { database, vault } = context;
  const code = readOneTimeCode(proof.code);
  // What cannot be a code is a slip, not a guess.
  if (code === undefined) throw new Refusal("errors.oneTimeCodeInvalid");
  const address = throttleKey("one-time-code-address", caller.addressBucket);
  const everywhere = throttleKey("one-time-code", "everywhere");
  await takeAttempt(database, address, addressGuesses);
  await takeAttempt(database, everywhere, allGuesses);
  const loggedIn = await database.transaction().execute(async (transaction) => {
    const login = await consumeOneTimeCode(transaction, vault.digest(code));
    if (login === undefined) return undefined;
    return startBadgeSession(transaction, caller, { login, by: "one-time code", formerSecret: proof.formerSessionSecret });
  });
  if (loggedIn === undefined) {
    if (proof.formerSessionSecret !== undefined) await endFormerBadgeSession(database, sessionDigest(proof.formerSessionSecret));
    await recordEvent(database, caller, { event: "login_failed", details: { loginType: "QRCODE", reason: "one-time code" } });
    throw new Refusal("errors.oneTimeCodeInvalid");
  }
  await returnAttempt(database, [address, everywhere], "ends");
  return loggedIn;
}
