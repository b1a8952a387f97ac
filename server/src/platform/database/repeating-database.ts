/**
 * Retries transactions that PostgreSQL undid as a whole: after a deadlock (40P01) or a serialization failure (40001). All
 * transactions of requests and jobs begin here. Their callbacks may therefore run again. That is safe because they do nothing but statements:
 * letters wait in the outbox. A callback must keep its results in its own variables.
 */
import { setTimeout as wait } from "node:timers/promises";
import { Kysely } from "kysely";
import type { TransactionBuilder } from "kysely";
import { isUndoneForOthers } from "./database-faults.ts";
import type { Tables } from "./tables.ts";

/** More failures in a row are no accident. */
const mostRepetitions = 2;

export class RepeatingDatabase extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    return repeating(super.transaction());
  }
}

/** Kysely gives a new builder for an isolation level, so the new builder repeats too. */
function repeating(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const once: typeof builder.execute = builder.execute.bind(builder);
  const withLevel: typeof builder.setIsolationLevel = builder.setIsolationLevel.bind(builder);
  return Object.assign(builder, {
    execute: <T>(work: Parameters<typeof once<T>>[0]) => repeatedly(() => once(work)),
    setIsolationLevel: (level: Parameters<typeof withLevel>[0]) => repeating(withLevel(level)),
  });
}

async function repeatedly<T>(attempt: () => Promise<T>): Promise<T> {
  for (let repetitions = 0; ; repetitions++) {
    try {
      return await attempt();
    } catch (error) {
      if (repetitions === mostRepetitions || !isUndoneForOthers(error)) throw error;
      // A random pause, so that the retry does not meet the same transaction again.
      await wait(5 + Math.random() * 20);
    }
  }
}
