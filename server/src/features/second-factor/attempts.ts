/**
 * Guesses of a second factor are counted before the check. The guesser already has the first factor or the session, so a
 * stranger cannot lock the owner out.
 */
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { forgetAttempts, takeAttempts, throttleKey } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";
import { endSpentSession } from "./queries.ts";

/** Ten guesses within the first hour, then one an hour. Three codes of a million are right at any time. */
const accountGuesses: ThrottlePolicy = {
  free: 5,
  firstWaitSeconds: 120,
  longestWaitSeconds: 3600,
  stopAt: 100,
  windowSeconds: 24 * 3600,
};

const triesOfHalfSession = 5;

/** The window outlives the half session, which ends with the last try. */
const halfSessionGuesses: ThrottlePolicy = {
  free: triesOfHalfSession - 1,
  firstWaitSeconds: 900,
  longestWaitSeconds: 900,
  stopAt: triesOfHalfSession,
  windowSeconds: 900,
};

const ofAccount = ({ accountId }: Session): string => throttleKey("second-factor", accountId);
const ofSession = ({ digest }: Session): string => throttleKey("second-factor-session", digest.toString("base64url"));

/** Refuses with `errors.tooManyAttempts`; the caller must then check nothing. */
export async function countCodeGuess(database: Database, session: Session): Promise<void> {
  const ofHalfSession = session.stage === "SECOND_FACTOR" ? [{ key: ofSession(session), policy: halfSessionGuesses }] : [];
  await takeAttempts(database, [...ofHalfSession, { key: ofAccount(session), policy: accountGuesses }]);
}

/** Ends the half session at its fifth wrong guess. */
export async function recordWrongGuess(database: Database, session: Session): Promise<void> {
  if (session.stage !== "SECOND_FACTOR") return;
  await endSpentSession(database, { digest: session.digest, throttle: ofSession(session), tries: triesOfHalfSession });
}

/** Clears the counts after a right code. */
export async function forgetGuesses(database: Database, session: Session): Promise<void> {
  await forgetAttempts(database, [ofAccount(session), ofSession(session)]);
}
