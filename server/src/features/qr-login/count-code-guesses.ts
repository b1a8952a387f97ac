/**
 * Slows down guessing of one-time codes (DESIGN A29): by class, by address, and by class at that address. Every wait ends. At an address
 * where a class has logged in within thirty days, two counts apply. These are its own count there, and the count of all such classes. They
 * slow it by seconds. Elsewhere three counts apply: by class at that address, by address, and by class. An unknown word is counted like a
 * class's word, so that the waits do not reveal which words exist. Decision 38 has the figures.
 */
import type { Database } from "#/platform/database/connect.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { hasOpenWindow, keepWindowOpen, returnAttempt, takeAttempts, throttleKey } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";

const never = 1_000_000_000;

/** Each child of a class of thirty may mistype once before waits begin. */
const classHerePolicy: ThrottlePolicy = { free: 30, firstWaitSeconds: 1, longestWaitSeconds: 15, stopAt: never, windowSeconds: 600 };
const addressPolicy: ThrottlePolicy = { free: 60, firstWaitSeconds: 1, longestWaitSeconds: 10, stopAt: never, windowSeconds: 600 };
/** All classes known at an address. A school of 900 children may mistype two hundred codes in ten minutes. */
const knownHerePolicy: ThrottlePolicy = { free: 200, firstWaitSeconds: 1, longestWaitSeconds: 5, stopAt: never, windowSeconds: 600 };
/** From addresses at which the class has not logged in before. */
const classPolicy: ThrottlePolicy = { free: 30, firstWaitSeconds: 1, longestWaitSeconds: 120, stopAt: never, windowSeconds: 3600 };

/** How long a class stays known at an address after its last login there. */
const knownSeconds = 30 * 24 * 3600;

export interface CountedGuess {
  /** Takes the guess back, because the code was right. Makes the class known at this address. */
  wasRight(): Promise<void>;
}

/** Counts a guess. Refuses with errors.tooManyAttempts during a wait, without counting. */
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
      // "ends": the guess may have begun a wait, which ends with it.
      await returnAttempt(
        database,
        counts.map(({ key }) => key),
        "ends",
      );
      // From now on the class is known at this address.
      await keepWindowOpen(database, known, knownSeconds);
    },
  };
}
