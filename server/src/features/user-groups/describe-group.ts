import type { UserGroupDetails } from "@storyport/contract/user-groups";
import { isWithin, reachOf } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import type { ReachedGroup } from "./group-in-reach.ts";
import { asUserGroup } from "./list-user-groups.ts";
import { findGroup, listGroups, listRightsOf } from "./queries.ts";
import type { GroupRow } from "./queries.ts";

/**
 * Describes the present state of a group that the caller was found to reach. A caller who managed the group when the call began sees it
 * once more, even if that right has ended. The returned `mayManage` is the present right.
 */
export async function describeUserGroup(
  database: Database,
  session: Session,
  { id, organization_id, mayManage }: Pick<ReachedGroup, "id" | "organization_id" | "mayManage">,
): Promise<UserGroupDetails> {
  const managed = await reachOf(database, session, "manage_members");
  const seenAsManager = mayManage && managed !== "everywhere" ? [organization_id] : managed;
  const [described] = await listGroups(database, { seen: [organization_id], managed: seenAsManager, ids: [id] });
  const row = await findGroup(database, id);
  if (described === undefined || row === undefined) throw new Refusal("errors.notFound");
  // Rights on archived classes are among them, as they hold again when the class is restored.
  const rights = await listRightsOf(database, id);
  const open = rights.filter((right) => !right.is_archived);
  return {
    ...asUserGroup(described),
    // A list names only the first player groups, and the page of a group names all.
    playerGroups: open.map(({ playerGroupId, groupName }) => ({ id: playerGroupId, groupName })),
    version: row.version,
    organization: { id: organization_id, organization_key: row.organization_key },
    playerGroupRights: rights.map(({ is_archived: _, ...right }) => right),
    hidden: isHidden(row),
    mayManage: isWithin(managed, organization_id),
  };
}

/** An archived group counts as hidden if it was, and will be again when it is restored. */
export function isHidden({ group_type, was_hidden }: Pick<GroupRow, "group_type" | "was_hidden">): boolean {
  return group_type === "HIDDEN" || was_hidden;
}
