import type { Transaction } from "kysely";
import { eraseStudents } from "#/features/accounts/erase-person.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { deletePlayers } from "./queries.ts";

/**
 * Erases students who have never logged in or played, so no game has results of their players. The caller of this function has
 * checked that, and holds their accounts.
 */
export async function removeUnusedStudents(
  transaction: Transaction<Tables>,
  students: readonly { accountId: string; playerId: string }[],
): Promise<void> {
  // Erase first: the erasure finds by the students' players the roster runs that wait for them.
  await eraseStudents(
    transaction,
    students.map(({ accountId }) => accountId),
  );
  await deletePlayers(
    transaction,
    students.map(({ playerId }) => playerId),
  );
}
