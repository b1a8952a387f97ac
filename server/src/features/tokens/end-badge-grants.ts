import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";

/** Ends waiting game codes and token families that badge logins opened in an organization. Returns the accounts. */
export async function endBadgeGrants(
  transaction: Transaction<Tables>,
  { accountIds, organizationId }: { accountIds: string[]; organizationId: string },
): Promise<string[]> {
  // End codes first. Redeeming one locks its row, so a family in creation exists by the time families are revoked.
  const codes = await transaction
    .updateTable("game_codes")
    .set({ expires_at: sql<Date>`now()` })
    .where("account_id", "in", accountIds)
    .where("organization_id", "=", organizationId)
    .where("login_type", "=", "QRCODE")
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("account_id")
    .execute();
  const families = await transaction
    .updateTable("token_families")
    .set({ revoked_at: sql<Date>`now()`, revoked_because: "ACCOUNT" })
    .where("account_id", "in", accountIds)
    .where("organization_id", "=", organizationId)
    .where("login_type", "=", "QRCODE")
    .where("revoked_at", "is", null)
    .returning("account_id")
    .execute();
  return [...codes, ...families].map(({ account_id }) => account_id);
}
