import { isWithin, reachOf, requireReach } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findGroup } from "./queries.ts";
import type { GroupRow } from "./queries.ts";

export interface ReachedGroup extends GroupRow {
  mayManage: boolean;
}

interface Need {
  userGroupId: string;
  permission: "view_user_group" | "manage_members";
  /** Locks the group until the transaction ends. */
  hold?: "held";
}

/**
 * Finds a user group within the caller's reach. Refuses as not found another organization's group, and hidden or archived
 * groups without the permission to manage them. Without the permission in the caller's own organization: errors.notAllowed
 * (DESIGN 8.2).
 */
export async function groupInReach(database: Database, session: Session, { userGroupId, permission, hold }: Need): Promise<ReachedGroup> {
  const group = await findGroup(database, userGroupId, hold);
  if (group === undefined) throw new Refusal("errors.notFound");
  const mayManage = isWithin(await reachOf(database, session, "manage_members"), group.organization_id);
  if (!mayManage && group.group_type !== "REGULAR") throw new Refusal("errors.notFound");
  if (!mayManage) await requireReach(database, session, { organizationId: group.organization_id, permission });
  return { ...group, mayManage };
}
