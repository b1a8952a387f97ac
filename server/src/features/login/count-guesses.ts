/**
 * Slows down password guessing per account and per network address. An address has two counts: accounts that it failed at, and all failures.
 * The account's count takes each attempt before the password check. The address's counts take failures, and each attempt once they are past
 * their limit. A mistyped password followed by the right password counts for nothing (DESIGN 8.3).
 */
import { recordEvent } from "#/features/audit/record-event.ts";
import { requestStoppedLetter } from "#/features/link-requests/request-link.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { accountPolicy, countFailure, takeAttempt, takeAttempts, throttleKey, unknownAccountPolicy } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";
import type { PasswordLogin } from "./password-login.ts";
import { findHolderAndCount } from "./queries.ts";
import type { AddressCounts, LoginAttempt, PasswordHolder } from "./queries.ts";

const never = 1_000_000_000;
const slowLane = { firstWaitSeconds: 1, longestWaitSeconds: 10, stopAt: never };

/**
 * A school or municipality shares an address. Fifty of its accounts may fail within an hour, and three hundred passwords
 * within ten minutes. Beyond that the address is slowed, never blocked. Browsers unknown to the account then get at least one
 * wrong attempt in ten seconds; known browsers pass.
 */
const accountsPolicy: ThrottlePolicy = { ...slowLane, free: 50, windowSeconds: 3600 };
const failuresPolicy: ThrottlePolicy = { ...slowLane, free: 300, windowSeconds: 600 };
/** Never slows an attempt. Counts the failures of an address at one account. */
const triedPolicy: ThrottlePolicy = { ...slowLane, free: never, windowSeconds: 3600 };

/** The key of the count of an account, and of an address without an account. */
export const accountKeyOf = (email: string): string => throttleKey("password-account", email);

export const countsOfAddress = ({ addressBucket }: Caller): AddressCounts => ({
  accounts: { key: throttleKey("password-address", addressBucket), policy: accountsPolicy },
  failures: { key: throttleKey("password-address-failures", addressBucket), policy: failuresPolicy },
});
/** The key of the count of `triedPolicy`. */
export const triedKeyOf = ({ addressBucket }: Caller, email: string): string => throttleKey("password-tried", `${addressBucket} ${email}`);

export interface Guess {
  key: string;
  /** Failures including this guess. */
  failures: number;
  /** Throttle keys of the address that are past their free attempts. This attempt is already counted in them. */
  lanes: readonly string[];
}

/**
 * Finds who has the address and counts a guess, before the password check. A browser known to the account has its own count and skips the
 * slow lane. So strangers' guesses never lock out the owner. In the slow lane one of several concurrent attempts gets through.
 */
export async function countPasswordGuess(
  database: Database,
  login: PasswordLogin,
  attempt: LoginAttempt,
): Promise<{ holder: PasswordHolder | undefined; guess: Guess }> {
  const key = accountKeyOf(login.email);
  const { holder, lanes, failures } = await findHolderAndCount(database, attempt, key);
  if (failures !== undefined) return { holder, guess: { key, failures, lanes: [] } };
  const device = holder === undefined ? undefined : knownDevice(login, holder);
  if (holder !== undefined && device !== undefined) {
    const deviceKey = throttleKey("known-device", `${device} ${holder.id}`);
    return { holder, guess: { key: deviceKey, failures: await takeAttempt(database, deviceKey, accountPolicy), lanes: [] } };
  }
  const policy = holder === undefined ? unknownAccountPolicy : accountPolicy;
  const counted = await takeAttempts(database, [...lanes, { key, policy }]);
  return { holder, guess: { key, failures: counted, lanes: lanes.map((lane) => lane.key) } };
}

/** Returns the secret of a browser known to this account. Any other secret may be planted, so it is never kept. */
export function knownDevice(login: PasswordLogin, holder: PasswordHolder): string | undefined {
  return holder.is_known_device ? login.deviceSecret : undefined;
}

interface FailedGuess {
  email: string;
  holder: PasswordHolder | undefined;
  guess: Guess;
}

/**
 * Counts a wrong password for the network address too. The failure after which nothing is tried any more sends the owner a letter with a way
 * out. It is recorded if it stops the account, and not only a browser that the account knows.
 */
export async function failGuess(database: Database, caller: Caller, { email, holder, guess }: FailedGuess): Promise<void> {
  const { accounts, failures } = countsOfAddress(caller);
  const isFirst = (await takeAttempt(database, triedKeyOf(caller, email), triedPolicy)) === 1;
  for (const { key, policy } of isFirst ? [accounts, failures] : [failures]) {
    if (!guess.lanes.includes(key)) await countFailure(database, key, policy);
  }
  if (guess.failures !== accountPolicy.stopAt) return;
  // A known browser's own count stops that browser alone.
  if (guess.key === accountKeyOf(email)) {
    await recordEvent(database, caller, { event: "logins_stopped", targetId: holder?.id, details: { loginType: "PASSWORD" } });
  }
  await requestStoppedLetter(database, caller, email);
}
