import type { AppContext } from "#/context.ts";
import type { Database } from "#/platform/database/connect.ts";
import { findPassword, listIdentities } from "./queries.ts";

/** Returns whether the account has a password that has not expired. Does not ask the account's status. */
export async function hasWorkingPassword(database: Database, accountId: string): Promise<boolean> {
  return (await findPassword(database, accountId))?.isExpired === false;
}

/** Returns whether the account can log in by an unexpired password, or at a provider that this portal offers. */
export async function hasPasswordOrIdentity(
  { providers }: Pick<AppContext, "providers">,
  database: Database,
  accountId: string,
): Promise<boolean> {
  if (await hasWorkingPassword(database, accountId)) return true;
  return (await listIdentities(database, accountId)).some(({ provider }) => providers.names.includes(provider));
}
