import type { Transaction } from "kysely";
import type { LoginType, Provider } from "@storyport/contract/vocabulary";
import type { Tables } from "#/platform/database/tables.ts";
import { forgetDevices } from "./forget-devices.ts";
import { addLoginTypes, listLoginTypes, removeLoginTypes } from "./login-types.ts";
import { forgetPassword, updateFeideServices } from "./update-account.ts";

export interface EndedWays {
  identities: Provider[];
  secondFactor: boolean;
  /** What is left to log in by. */
  loginTypes: LoginType[];
}

/**
 * Takes away all that proved an owner: connected identities with their login types, the password, the second factor and its backup codes, and
 * the browsers that were known. Where no other way is left it becomes the password, so that a link can let the next owner in. A child's
 * badge stays: it is the school's. Sessions, tokens and links are the caller's to end.
 */
export async function endWaysIn(transaction: Transaction<Tables>, accountId: string): Promise<EndedWays> {
  const identities = await deleteIdentities(transaction, accountId);
  await removeLoginTypes(transaction, accountId, identities);
  await updateFeideServices(transaction, accountId, []);
  await forgetPassword(transaction, accountId);
  await forgetDevices(transaction, accountId);
  const secondFactor = await deleteSecondFactor(transaction, accountId);
  const left = await listLoginTypes(transaction, accountId);
  if (left.length > 0) return { identities, secondFactor, loginTypes: left };
  await addLoginTypes(transaction, accountId, ["PASSWORD"]);
  return { identities, secondFactor, loginTypes: ["PASSWORD"] };
}

/** With what is about to connect one. */
async function deleteIdentities(transaction: Transaction<Tables>, accountId: string): Promise<Provider[]> {
  const deleted = await transaction.deleteFrom("account_identities").where("account_id", "=", accountId).returning("provider").execute();
  await transaction.deleteFrom("login_transactions").where("linking_account_id", "=", accountId).execute();
  return [...new Set(deleted.map(({ provider }) => provider))].toSorted();
}

async function deleteSecondFactor(transaction: Transaction<Tables>, accountId: string): Promise<boolean> {
  await transaction.deleteFrom("backup_codes").where("account_id", "=", accountId).execute();
  const deleted = await transaction.deleteFrom("second_factors").where("account_id", "=", accountId).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
