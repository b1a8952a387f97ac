/**
 * Slows down who guesses one-time codes (DESIGN A29): by class, by address, and by class at that address; nothing stops for all. Where
 * a class has logged in before, its own mistakes slow it down, and those of all such classes together, by seconds. Everywhere else the
 * address and the class count too. A word that no class has is counted as one that a class has: nothing tells which are taken.
 * Decision 38 has the figures.
 */
import type { Database } from "#/platform/database/connect.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { hasOpenWindow, isFirstInWindow, returnAttempt, takeAttempts, throttleKey } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";

const never = 1_000_000_000;

/** A class of thirty mistypes and mistypes again. */
const classHerePolicy: ThrottlePolicy = { free: 30, firstWaitSeconds: 1, longestWaitSeconds: 15, stopAt: never, windowSeconds: 600 };
const addressPolicy: ThrottlePolicy = { free: 60, firstWaitSeconds: 1, longestWaitSeconds: 10, stopAt: never, windowSeconds: 600 };
/** All classes that are known at an address: a school of 900 children may mistype two hundred codes in ten minutes. */
const knownHerePolicy: ThrottlePolicy = { free: 200, firstWaitSeconds: 1, longestWaitSeconds: 5, stopAt: never, windowSeconds: 600 };
/** From everywhere that the class has not logged in before. */
const classPolicy: ThrottlePolicy = { free: 30, firstWaitSeconds: 1, longestWaitSeconds: 120, stopAt: never, windowSeconds: 3600 };

/** How long a class stays known at an address. */
const knownSeconds = 30 * 24 * 3600;

export interface CountedGuess {
  /** Takes it back: it was no failure. */
  wasRight(): Promise<void>;
}

/** Counts a guess. Refuses with errors.tooManyAttempts while a wait is running, and then counts nothing. */
export async function countCodeGuess(database: Database, { addressBucket }: Caller, word: string): Promise<CountedGuess> {
  const place = `${word} ${addressBucket}`;
  const known = throttleKey("one-time-code-place", place);
  const classHere = { key: throttleKey("one-time-code-class-address", place), policy: classHerePolicy };
  const elsewhere = [
    { key: throttleKey("one-time-code-address", addressBucket), policy: addressPolicy },
    { key: throttleKey("one-time-code-class", word), policy: classPolicy },
  ];
  const knownHere = { key: throttleKey("one-time-code-known-address", addressBucket), policy: knownHerePolicy };
  const counts = (await hasOpenWindow(database, known)) ? [classHere, knownHere] : [classHere, ...elsewhere];
  await takeAttempts(database, counts);
  return {
    async wasRight() {
      await returnAttempt(
        database,
        counts.map(({ key }) => key),
        "ends",
      );
      await isFirstInWindow(database, known, knownSeconds);
    },
  };
}
