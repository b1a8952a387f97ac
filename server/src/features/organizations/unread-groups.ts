/** Notes at memberships that the groups of a teacher at Feide could not be read for a school (`rosters`). */
import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

interface Reading {
  accountId: string;
  organizationIds: readonly string[];
  /**
   * "refused": Feide answered with a refusal. Two refused teachers mean that Feide is away. "unreadable": it did not answer, or with data
   * that cannot be read.
   */
  outcome: "read" | "unreadable" | "refused";
}

/**
 * `groups_unread_since` keeps the time of the first failure until a reading works. `groups_refused_since` keeps the time of the first refusal
 * until a reading of the teacher has another outcome. It also ends when a reading of another teacher works (`forgetRefusals`). Rows that
 * would not change are not written.
 */
export async function noteGroupsOf(database: Database, { accountId, organizationIds, outcome }: Reading): Promise<void> {
  const since = (column: "groups_unread_since" | "groups_refused_since", isSo: boolean) =>
    isSo ? sql<Date>`coalesce(${sql.ref(column)}, now())` : null;
  const isUnread = outcome !== "read";
  const isRefused = outcome === "refused";
  await database
    .updateTable("organization_members")
    .set({ groups_unread_since: since("groups_unread_since", isUnread), groups_refused_since: since("groups_refused_since", isRefused) })
    .where("account_id", "=", accountId)
    .where("organization_id", "in", [...organizationIds])
    .where((row) =>
      row.or([
        row("groups_unread_since", isUnread ? "is" : "is not", null),
        row("groups_refused_since", isRefused ? "is" : "is not", null),
      ]),
    )
    .execute();
}

/**
 * Forgets the refusals of all teachers of these organizations after a reading that works: Feide does not refuse everybody. The teachers stay
 * unread.
 */
export async function forgetRefusals(database: Database, organizationIds: readonly string[]): Promise<void> {
  await database
    .updateTable("organization_members")
    .set({ groups_refused_since: null })
    .where("organization_id", "in", [...organizationIds])
    .where("groups_refused_since", "is not", null)
    .execute();
}

/** Forgets the notes of an organization that is connected to no school of Feide any more, or to another. */
export async function forgetUnreadGroups(database: Database, organizationId: string): Promise<void> {
  await database
    .updateTable("organization_members")
    .set({ groups_unread_since: null, groups_refused_since: null })
    .where("organization_id", "=", organizationId)
    .where((row) => row.or([row("groups_unread_since", "is not", null), row("groups_refused_since", "is not", null)]))
    .execute();
}
