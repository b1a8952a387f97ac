/** Notes at memberships that the groups of a teacher at Feide could not be read for a school (`rosters`). */
import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

interface Reading {
  accountId: string;
  organizationIds: readonly string[];
  isRead: boolean;
}

/** The first failure counts until a reading works. */
export async function noteGroupsOf(database: Database, { accountId, organizationIds, isRead }: Reading): Promise<void> {
  await database
    .updateTable("organization_members")
    .set({ groups_unread_since: isRead ? null : sql<Date>`coalesce(groups_unread_since, now())` })
    .where("account_id", "=", accountId)
    .where("organization_id", "in", [...organizationIds])
    .where("groups_unread_since", isRead ? "is not" : "is", null)
    .execute();
}

/** Forgets the notes of an organization that is connected to no school of Feide any more, or to another. */
export async function forgetUnreadGroups(database: Database, organizationId: string): Promise<void> {
  await database
    .updateTable("organization_members")
    .set({ groups_unread_since: null })
    .where("organization_id", "=", organizationId)
    .where("groups_unread_since", "is not", null)
    .execute();
}
