import type { CompiledQuery, QueryResult, Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Runs two statements of a transaction in this order, in one round trip, and returns the result of the last. Each has its own
 * snapshot: after a lock the last statement reads what was committed during the wait. If the first fails, so does the last.
 */
export async function sendTogether<T>(
  transaction: Transaction<Tables>,
  first: CompiledQuery,
  last: CompiledQuery<T>,
): Promise<QueryResult<T>> {
  return transaction.getExecutor().provideConnection(async (connection) => {
    const statements = [connection.executeQuery(first), connection.executeQuery<T>(last)] as const;
    const [firstResult, lastResult] = await Promise.allSettled(statements);
    // The failure of the last only says that the transaction is aborted.
    if (firstResult.status === "rejected") throw firstResult.reason;
    if (lastResult.status === "rejected") throw lastResult.reason;
    return lastResult.value;
  });
}
