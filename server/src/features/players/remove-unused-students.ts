import type { Transaction } from "kysely";
import { eraseStudents } from "#/features/accounts/erase-person.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { deletePlayers } from "./queries.ts";

/**
 * Erases students who were never here: their accounts, and their players with no results to keep. The caller of this function
 * has checked that nobody used them, and holds their accounts.
 */
export async function removeUnusedStudents(
  transaction: Transaction<Tables>,
  students: readonly { accountId: string; playerId: string }[],
): Promise<void> {
  await deletePlayers(
    transaction,
    students.map(({ playerId }) => playerId),
  );
  await eraseStudents(
    transaction,
    students.map(({ accountId }) => accountId),
  );
}
