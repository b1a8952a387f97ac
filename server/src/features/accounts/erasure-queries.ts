import { erasedPlayerName } from "@storyport/contract/text-rules";
import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import { forgetListed } from "./forget-listed.ts";
import { holdAccounts } from "./hold-account.ts";
import { personalTables } from "./personal-tables.ts";
import type { PersonalTable } from "./personal-tables.ts";
import { withdrawTransfersOf } from "./withdraw-transfers.ts";

/**
 * Returns whether the account is the only active administrator. For an administrator it locks all active administrators. So if two are
 * deactivated or erased, or lose the role, concurrently, the second call sees the end of the first.
 */
export async function isLastAdministrator(transaction: Transaction<Tables>, accountId: string): Promise<boolean> {
  const own = await transaction
    .selectFrom("account_roles")
    .select("account_id")
    .where("account_id", "=", accountId)
    .where("role_key", "=", "admin")
    .executeTakeFirst();
  if (own === undefined) return false;
  const active = sql<{ id: string }>`
    select a.id from accounts a
    where a.status = 'ACTIVE' and exists (select from account_roles r where r.account_id = a.id and r.role_key = 'admin')
    order by a.id`;
  await sql`${active} for update`.execute(transaction);
  // The statement that waits for a lock sees the old rows of other tables, so the roles are read by another.
  const { rows } = await active.execute(transaction);
  return rows.length === 1 && rows[0]?.id === accountId;
}

/**
 * Anonymizes the players that only these accounts play. Their results stay in the figures of the group; their name becomes a hyphen.
 * Returns the number of these players. Shared players keep their name. The school's lists forget these accounts and all their players.
 */
export async function anonymizeOwnPlayers(transaction: Transaction<Tables>, accountIds: readonly string[]): Promise<number> {
  const ids = [...accountIds];
  await forgetListed(transaction, ids);
  const { numAffectedRows = 0n } = await sql`
    update players p
    set name = ${erasedPlayerName}, gender = null, pass_code = null, research_code = null, external_id = null, updated_at = now(),
      version = version + 1
    where p.id in (select ap.player_id from account_players ap where ap.account_id = any(${ids}::uuid[]))
      and not exists (select from account_players ap where ap.player_id = p.id and ap.account_id <> all(${ids}::uuid[]))
  `.execute(transaction);
  return Number(numAffectedRows);
}

/** How many rows of each table an erasure deleted. */
export type ErasedRows = Record<PersonalTable, number>;

/**
 * The account's row stays as DELETED, without personal data. Its rows in all personal tables go; the history stays. Requests, proposals and
 * letters to `email`, the account's address, go too.
 */
export async function eraseAccount(transaction: Transaction<Tables>, accountId: string, email: string | null): Promise<ErasedRows> {
  const erased = await eraseAccounts(transaction, [accountId]);
  if (email === null) return erased;
  await transaction.deleteFrom("link_requests").where("email", "=", email).execute();
  await transaction.deleteFrom("email_proposals").where("email", "=", email).execute();
  await transaction.deleteFrom("outbox").where("recipient", "=", email).execute();
  return erased;
}

/** Erases several accounts. Keeps the rows that belong to an e-mail address, so alone it is for students without an address. */
export async function eraseAccounts(transaction: Transaction<Tables>, accountIds: readonly string[]): Promise<ErasedRows> {
  // Lock the accounts first, as a login does, to avoid deadlocks.
  await holdAccounts(transaction, accountIds, "update");
  const erased = sql<boolean>`= any(${[...accountIds]}::uuid[])`;
  const rows: Partial<ErasedRows> = {};
  for (const table of personalTables) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where account_id ${erased}`.execute(transaction);
    rows[table] = Number(numAffectedRows);
  }
  await withdrawTransfersOf(transaction, { accountIds });
  await sql`delete from login_transactions where linking_account_id ${erased}`.execute(transaction);
  await sql`delete from group_readings where account_id ${erased}`.execute(transaction);
  await transaction
    .updateTable("accounts")
    .set({
      status: "DELETED",
      email: null,
      display_name: null,
      password_hash: null,
      password_expired: false,
      deactivated_by_platform: false,
      feide_services: [],
      default_locale: "en",
      version: sql<number>`version + 1`,
      first_logged_in_at: null,
      deleted_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where(sql<boolean>`id ${erased}`)
    .execute();
  return rows as ErasedRows;
}
