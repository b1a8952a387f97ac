import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { LoginType } from "@storyport/contract/vocabulary";
import type { Tables } from "#/platform/database/tables.ts";

/** Ends what games hold of an account by ways of logging in which it has no more: codes first, since a code becomes a family. */
export async function revokeTokensOfType(
  transaction: Transaction<Tables>,
  { accountId, loginTypes }: { accountId: string; loginTypes: readonly LoginType[] },
): Promise<void> {
  const now = sql<Date>`now()`;
  await transaction
    .updateTable("game_codes")
    .set({ expires_at: now })
    .where("account_id", "=", accountId)
    .where("login_type", "in", loginTypes)
    .where("expires_at", ">", now)
    .execute();
  await transaction
    .updateTable("token_families")
    .set({ revoked_at: now, revoked_because: "ACCOUNT" })
    .where("account_id", "=", accountId)
    .where("login_type", "in", loginTypes)
    .where("revoked_at", "is", null)
    .execute();
}
