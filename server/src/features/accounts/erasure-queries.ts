import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import { holdAccount } from "./hold-account.ts";

/** Locks all administrators first. If two administrators leave concurrently, the second sees that the first has left. */
export async function isLastAdministrator(transaction: Transaction<Tables>, accountId: string): Promise<boolean> {
  const own = await transaction
    .selectFrom("account_roles")
    .select("account_id")
    .where("account_id", "=", accountId)
    .where("role_key", "=", "admin")
    .executeTakeFirst();
  if (own === undefined) return false;
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a
    where a.status = 'ACTIVE' and exists (select from account_roles r where r.account_id = a.id and r.role_key = 'admin')
    order by a.id for update`.execute(transaction);
  return rows.length === 1 && rows[0]?.id === accountId;
}

/** A player that only this person plays is anonymized. Its results stay in the figures of the group; its name goes. */
export async function anonymizeOwnPlayers(transaction: Transaction<Tables>, accountId: string): Promise<void> {
  await sql`
    update players p set name = '-', gender = null, pass_code = null, research_code = null, updated_at = now()
    where exists (select from account_players ap where ap.player_id = p.id and ap.account_id = ${accountId}::uuid)
      and not exists (select from account_players ap where ap.player_id = p.id and ap.account_id <> ${accountId}::uuid)
  `.execute(transaction);
}

/** Tables with rows that belong to one person alone. The account's own row and the history keep only the account id. */
const personalTables = [
  "account_identities",
  "account_links",
  "account_login_types",
  "account_permissions",
  "account_player_group_rights",
  "account_players",
  "account_roles",
  "backup_codes",
  "badges",
  "email_proposals",
  "game_codes",
  "known_devices",
  "one_time_codes",
  "organization_members",
  "outbox",
  "second_factors",
  "sessions",
  "token_families",
  "user_group_members",
] as const;

/** The account's row stays as DELETED, without personal data. Everything that refers to it goes. */
export async function eraseAccount(transaction: Transaction<Tables>, accountId: string, email: string | null): Promise<void> {
  // Lock the account first, as a login does, to avoid deadlocks.
  await holdAccount(transaction, accountId, "update");
  for (const table of personalTables) await transaction.deleteFrom(table).where("account_id", "=", accountId).execute();
  await transaction.deleteFrom("login_transactions").where("linking_account_id", "=", accountId).execute();
  if (email !== null) {
    await transaction.deleteFrom("link_requests").where("email", "=", email).execute();
    await transaction.deleteFrom("email_proposals").where("email", "=", email).execute();
    await transaction.deleteFrom("outbox").where("recipient", "=", email).execute();
  }
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
    .where("id", "=", accountId)
    .execute();
}
