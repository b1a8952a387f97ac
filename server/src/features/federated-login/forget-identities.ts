import type { Provider } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";

/** Disconnects an account's identities, of the given providers or of all, and whatever is about to connect one. Answers whose they were. */
export async function forgetIdentities(database: Database, accountId: string, providers?: readonly Provider[]): Promise<Provider[]> {
  if (providers?.length === 0) return [];
  const forgotten = await database
    .deleteFrom("account_identities")
    .where("account_id", "=", accountId)
    .$if(providers !== undefined, (query) => query.where("provider", "in", providers ?? []))
    .returning("provider")
    .execute();
  await database.deleteFrom("login_transactions").where("linking_account_id", "=", accountId).execute();
  return [...new Set(forgotten.map(({ provider }) => provider))].toSorted();
}
