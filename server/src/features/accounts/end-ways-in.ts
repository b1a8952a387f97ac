import type { Transaction } from "kysely";
import type { LoginType, Provider } from "@storyport/contract/vocabulary";
import type { Tables } from "#/platform/database/tables.ts";
import { forgetDevices } from "./forget-devices.ts";
import { addLoginTypes, listLoginTypes, removeLoginTypes } from "./login-types.ts";
import { forgetPassword, updateFeideServices } from "./update-account.ts";

export interface EndedWays {
  identities: Provider[];
  /** A factor that waits for its first code ends too, but counts as none. */
  secondFactor: boolean;
  passkeys: number;
  /** The login types that remain. */
  loginTypes: LoginType[];
}

/**
 * Removes everything that proved the former owner. Connected identities with their login types, Feide services, the password and passkeys
 * go. The second factor, backup codes and known devices go too. If no login type is left, the account gets PASSWORD, so that a link lets the
 * next owner in. A child's badge stays, because it belongs to the school. The caller holds the account, and
 * ends sessions, tokens and links.
 */
export async function endWaysIn(transaction: Transaction<Tables>, accountId: string): Promise<EndedWays> {
  const identities = await deleteIdentities(transaction, accountId);
  await removeLoginTypes(transaction, accountId, identities);
  await updateFeideServices(transaction, accountId, []);
  await forgetPassword(transaction, accountId);
  await forgetDevices(transaction, accountId);
  const secondFactor = await deleteSecondFactor(transaction, accountId);
  const passkeys = await deletePasskeys(transaction, accountId);
  const left = await listLoginTypes(transaction, accountId);
  if (left.length > 0) return { identities, secondFactor, passkeys, loginTypes: left };
  await addLoginTypes(transaction, [accountId], ["PASSWORD"]);
  return { identities, secondFactor, passkeys, loginTypes: ["PASSWORD"] };
}

/** Also deletes the login transactions that are about to connect an identity. */
async function deleteIdentities(transaction: Transaction<Tables>, accountId: string): Promise<Provider[]> {
  const deleted = await transaction.deleteFrom("account_identities").where("account_id", "=", accountId).returning("provider").execute();
  await transaction.deleteFrom("login_transactions").where("linking_account_id", "=", accountId).execute();
  return [...new Set(deleted.map(({ provider }) => provider))].toSorted();
}

async function deleteSecondFactor(transaction: Transaction<Tables>, accountId: string): Promise<boolean> {
  await transaction.deleteFrom("backup_codes").where("account_id", "=", accountId).execute();
  const deleted = transaction.deleteFrom("second_factors").where("account_id", "=", accountId).returning("confirmed_at");
  return ((await deleted.executeTakeFirst())?.confirmed_at ?? null) !== null;
}

async function deletePasskeys(transaction: Transaction<Tables>, accountId: string): Promise<number> {
  const deleted = await transaction.deleteFrom("passkeys").where("account_id", "=", accountId).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
