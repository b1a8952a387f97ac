/** Memberships as seen from the account, for its edit, its creation and its end in an organization. Seen from the group: member-queries.ts. */
import { sql } from "kysely";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";

/**
 * Adds an account to groups, with the level READ. An existing membership stays as it is. The caller of this function has checked and
 * locked the groups (`holdGivableGroups`).
 */
export async function joinGroups(database: Database, account_id: string, groupIds: readonly string[]): Promise<void> {
  if (groupIds.length === 0) return;
  await database
    .insertInto("user_group_members")
    .values(groupIds.map((user_group_id) => ({ user_group_id, account_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function leaveGroups(database: Database, accountId: string, groupIds: readonly string[]): Promise<void> {
  if (groupIds.length === 0) return;
  await database.deleteFrom("user_group_members").where("account_id", "=", accountId).where("user_group_id", "in", groupIds).execute();
}

/** Leaves all groups of an organization, including archived ones. Returns each group with the account's level on it. */
export async function leaveGroupsOf(
  database: Database,
  { accountId, organizationId }: { accountId: string; organizationId: string },
): Promise<[string, RightsLevel][]> {
  const { rows } = await sql<{ id: string; rights_level: RightsLevel }>`
    delete from user_group_members m using user_groups g
    where m.account_id = ${accountId}::uuid and g.id = m.user_group_id and g.organization_id = ${organizationId}::uuid
    returning g.id, m.rights_level`.execute(database);
  return rows.map(({ id, rights_level }) => [id, rights_level]);
}
