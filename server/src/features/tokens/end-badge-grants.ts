import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";

/** Ends what badge logins in an organization were granted: game codes that wait to be redeemed, and the token families made of others. Answers whose they were. */
export async function endBadgeGrants(
  transaction: Transaction<Tables>,
  { accountIds, organizationId }: { accountIds: string[]; organizationId: string },
): Promise<string[]> {
  // Codes first: redeeming one takes its row, so a family that is being made now is there to be revoked afterwards.
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
