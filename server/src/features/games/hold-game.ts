import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";

/**
 * How much the lock blocks. "update" also blocks organizations that take the game, and hand-overs to it. "no key update" blocks only
 * those who change the game or its rights.
 */
const locks = { update: sql`for update`, "no key update": sql`for no key update` } as const;

/** Locks a game's row until the transaction ends. Read the game in a later statement, which sees what was written meanwhile. */
export async function holdGame(transaction: Transaction<Tables>, gameId: number, strength: keyof typeof locks): Promise<void> {
  await sql`select from games where id = ${gameId}::int ${locks[strength]}`.execute(transaction);
}
