import type { Transaction } from "kysely";
import type { LoginType } from "@storyport/contract/vocabulary";
import type { Tables } from "#/platform/database/tables.ts";

/** Ends the sessions of an account that began by ways of logging in which it has no more. */
export async function endSessionsOfType(
  transaction: Transaction<Tables>,
  { accountId, loginTypes }: { accountId: string; loginTypes: readonly LoginType[] },
): Promise<void> {
  await transaction.deleteFrom("sessions").where("account_id", "=", accountId).where("login_type", "in", loginTypes).execute();
}
