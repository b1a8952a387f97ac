/**
 * Of transactions that wait for each other in a circle PostgreSQL undoes one as a whole (40P01), and likewise one that another
 * overtook (40001). Nothing of it happened, so it is begun again. Transactions are begun here alone. They hold nothing but
 * statements: letters stand in the outbox, and what a callback gathers it gathers in its own variables.
 */
import { setTimeout as wait } from "node:timers/promises";
import { Kysely } from "kysely";
import type { TransactionBuilder } from "kysely";
import { isUndoneForOthers } from "./database-faults.ts";
import type { Tables } from "./tables.ts";

/** A third time in a row means that it is no accident. */
const mostRepetitions = 2;

export class RepeatingDatabase extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const once: typeof builder.execute = builder.execute.bind(builder);
    return Object.assign(builder, { execute: <T>(work: Parameters<typeof once<T>>[0]) => repeatedly(() => once(work)) });
  }
}

async function repeatedly<T>(attempt: () => Promise<T>): Promise<T> {
  for (let repetitions = 0; ; repetitions++) {
    try {
      return await attempt();
    } catch (error) {
      if (repetitions === mostRepetitions || !isUndoneForOthers(error)) throw error;
      // Not in step with whatever it met.
      await wait(5 + Math.random() * 20);
    }
  }
}
