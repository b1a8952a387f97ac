import { sql } from "kysely";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";

/**
 * Removes an account's own rights on the player groups of an organization, archived groups included. Rights through user groups
 * stay. Returns the removed rights levels by group.
 */
export async function endRightsIn(
  database: Database,
  { accountId, organizationId }: { accountId: string; organizationId: string },
): Promise<[string, RightsLevel][]> {
  const { rows } = await sql<{ id: string; rights_level: RightsLevel }>`
    delete from account_player_group_rights r using player_groups g
    where r.account_id = ${accountId}::uuid and g.id = r.player_group_id and g.organization_id = ${organizationId}::uuid
    returning g.id, r.rights_level`.execute(database);
  return rows.map(({ id, rights_level }) => [id, rights_level]);
}
