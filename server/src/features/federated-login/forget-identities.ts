import type { Provider } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";

/** Disconnects an account's identities at the given providers. Cancels its pending logins that would connect an identity, at any provider. */
export async function forgetIdentities(database: Database, accountId: string, providers: readonly Provider[]): Promise<void> {
  if (providers.length === 0) return;
  await database.deleteFrom("account_identities").where("account_id", "=", accountId).where("provider", "in", providers).execute();
  await database.deleteFrom("login_transactions").where("linking_account_id", "=", accountId).execute();
}
