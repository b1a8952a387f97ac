/**
 * Slows down who guesses passwords: by account, and by address, which counts the accounts it fails at and all of its failures. Each attempt
 * is counted before it is looked at. A mistyped password that is followed by the right one counts for nothing (DESIGN 8.3).
 */
import { requestStoppedLetter } from "#/features/link-requests/request-link.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { accountPolicy, countFailure, takeAttempt, takeAttempts, throttleKey, unknownAccountPolicy } from "#/platform/throttle.ts";
import type { Count, ThrottlePolicy } from "#/platform/throttle.ts";
import type { PasswordLogin } from "./password-login.ts";
import type { AddressCounts, LoginAccount } from "./queries.ts";

const never = 1_000_000_000;
const slowLane = { firstWaitSeconds: 1, longestWaitSeconds: 10, stopAt: never };

/**
 * A whole school, or a municipality, shares an address: a hundred of its accounts may fail within an hour, and three hundred passwords
 * within ten minutes. Beyond that it is a slow lane and no wall: browsers that the account does not know get one wrong attempt in ten
 * seconds at worst, and known ones pass.
 */
const accountsPolicy: ThrottlePolicy = { ...slowLane, free: 100, windowSeconds: 3600 };
const failuresPolicy: ThrottlePolicy = { ...slowLane, free: 300, windowSeconds: 600 };
/** Slows nobody down: what an address has failed at one account. */
const triedPolicy: ThrottlePolicy = { ...slowLane, free: never, windowSeconds: 3600 };

export const countsOfAddress = ({ addressBucket }: Caller): AddressCounts => ({
  accounts: { key: throttleKey("password-address", addressBucket), policy: accountsPolicy },
  failures: { key: throttleKey("password-address-failures", addressBucket), policy: failuresPolicy },
});
export const tried = ({ addressBucket }: Caller, email: string): string => throttleKey("password-tried", `${addressBucket} ${email}`);

export interface Guess {
  key: string;
  /** With this one. */
  failures: number;
  /** The counts of the address that are past their free attempts: it has been counted in them, too. */
  lanes: readonly string[];
}

export interface Guessed {
  account: LoginAccount | undefined;
  /** The counts of the address that are past their free attempts. */
  lanes: readonly Count[];
}

/**
 * A browser the account knows has a count of its own, so that strangers' guesses never lock its owner out, and no slow lane. In the lane
 * the attempt is taken before the password is looked at: of any number at once one gets through.
 */
export async function countPasswordGuess(database: Database, login: PasswordLogin, { account, lanes }: Guessed): Promise<Guess> {
  const device = account === undefined ? undefined : knownDevice(login, account);
  if (account !== undefined && device !== undefined) {
    const key = throttleKey("known-device", `${device} ${account.id}`);
    return { key, failures: await takeAttempt(database, key, accountPolicy), lanes: [] };
  }
  const key = throttleKey("password-account", login.email);
  const policy = account === undefined ? unknownAccountPolicy : accountPolicy;
  return { key, failures: await takeAttempts(database, [...lanes, { key, policy }]), lanes: lanes.map((lane) => lane.key) };
}

/** The secret of a browser that this account knows. Any other secret may be somebody's own making, and is never kept. */
export function knownDevice(login: PasswordLogin, account: LoginAccount): string | undefined {
  return account.is_known_device ? login.deviceSecret : undefined;
}

/** After a wrong password. The one that stops all guessing has its owner told, once, and by a letter with a way out. */
export async function failGuess(database: Database, caller: Caller, { email, guess }: { email: string; guess: Guess }): Promise<void> {
  const { accounts, failures } = countsOfAddress(caller);
  const isFirst = (await takeAttempt(database, tried(caller, email), triedPolicy)) === 1;
  for (const { key, policy } of isFirst ? [accounts, failures] : [failures]) {
    if (!guess.lanes.includes(key)) await countFailure(database, key, policy);
  }
  if (guess.failures === accountPolicy.stopAt) await requestStoppedLetter(database, caller, email);
}
