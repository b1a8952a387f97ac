import type { Transaction } from "kysely";
import type { LoginType, Provider } from "@storyport/contract/vocabulary";
import { addLoginTypes, listLoginTypes, removeLoginTypes } from "#/features/accounts/login-types.ts";
import { forgetPassword, updateFeideServices } from "#/features/accounts/update-account.ts";
import { forgetIdentities } from "#/features/federated-login/forget-identities.ts";
import { forgetDevices } from "#/features/login/forget-devices.ts";
import { forgetSecondFactor } from "#/features/second-factor/forget-second-factor.ts";
import type { Tables } from "#/platform/database/tables.ts";

export interface EndedWays {
  identities: Provider[];
  secondFactor: boolean;
  /** What is left to log in by. */
  loginTypes: LoginType[];
}

/**
 * Takes away all that proved an owner: connected identities with their login types, the password, the second factor and its backup codes, and
 * the browsers that were known. Where no other way is left it becomes the password, so that a link can let the next owner in. A child's
 * badge stays: it is the school's.
 */
export async function endWaysIn(transaction: Transaction<Tables>, accountId: string): Promise<EndedWays> {
  const identities = await forgetIdentities(transaction, accountId);
  await removeLoginTypes(transaction, accountId, identities);
  await updateFeideServices(transaction, accountId, []);
  await forgetPassword(transaction, accountId);
  await forgetDevices(transaction, accountId);
  const secondFactor = await forgetSecondFactor(transaction, accountId);
  const left = await listLoginTypes(transaction, accountId);
  if (left.length > 0) return { identities, secondFactor, loginTypes: left };
  await addLoginTypes(transaction, accountId, ["PASSWORD"]);
  return { identities, secondFactor, loginTypes: ["PASSWORD"] };
}
