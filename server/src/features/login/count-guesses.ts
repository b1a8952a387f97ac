/**
 * Slows down who guesses passwords: by account, and by how many different accounts one address has tried in vain. Each attempt is
 * counted before it is looked at. A mistyped password that is followed by the right one counts for nothing (DESIGN 8.3).
 */
import { requestStoppedLetter } from "#/features/link-requests/request-link.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { accountPolicy, countFailure, isFirstInWindow, takeAttempt, throttleKey, unknownAccountPolicy } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";
import type { PasswordLogin } from "./password-login.ts";
import type { LoginAccount } from "./queries.ts";

/**
 * A whole school, or a municipality, shares an address: a hundred of its accounts may fail within an hour. Beyond that it is a slow lane
 * and no wall: browsers that the account does not know get one attempt in ten seconds at worst, and known ones pass.
 */
export const sprayPolicy: ThrottlePolicy = {
  free: 100,
  firstWaitSeconds: 1,
  longestWaitSeconds: 10,
  stopAt: 1_000_000_000,
  windowSeconds: 3600,
};

export const sprayed = ({ addressBucket }: Caller): string => throttleKey("password-address", addressBucket);
export const tried = ({ addressBucket }: Caller, email: string): string => throttleKey("password-tried", `${addressBucket} ${email}`);

export interface Guess {
  key: string;
  /** With this one. */
  failures: number;
}

/** A browser the account knows has a count of its own, so that strangers' guesses never lock its owner out. */
export async function countPasswordGuess(database: Database, login: PasswordLogin, account: LoginAccount | undefined): Promise<Guess> {
  const device = account === undefined ? undefined : knownDevice(login, account);
  const isKnown = account !== undefined && device !== undefined;
  const key = isKnown ? throttleKey("known-device", `${device} ${account.id}`) : throttleKey("password-account", login.email);
  return { key, failures: await takeAttempt(database, key, account === undefined ? unknownAccountPolicy : accountPolicy) };
}

/** The secret of a browser that this account knows. Any other secret may be somebody's own making, and is never kept. */
export function knownDevice(login: PasswordLogin, account: LoginAccount): string | undefined {
  return account.is_known_device ? login.deviceSecret : undefined;
}

/** After a wrong password. The one that stops all guessing has its owner told, once, and by a letter with a way out. */
export async function failGuess(database: Database, caller: Caller, { email, guess }: { email: string; guess: Guess }): Promise<void> {
  if (await isFirstInWindow(database, tried(caller, email), sprayPolicy.windowSeconds)) {
    await countFailure(database, sprayed(caller), sprayPolicy);
  }
  if (guess.failures === accountPolicy.stopAt) await requestStoppedLetter(database, caller, email);
}
