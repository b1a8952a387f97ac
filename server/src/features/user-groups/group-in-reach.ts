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
  /** Held against other changes until the transaction ends. */
  hold?: "held";
}

/**
 * A user group as far as the caller reaches it. One of another organization answers as absent, as do hidden and archived ones for
 * who does not manage them; in one's own organization without the permission: errors.notAllowed (DESIGN 8.2).
 */
export async function groupInReach(database: Database, session: Session, { userGroupId, permission, hold }: Need): Promise<ReachedGroup> {
  const group = await findGroup(database, userGroupId, hold);
  if (group === undefined) throw new Refusal("errors.notFound");
  const mayManage = isWithin(await reachOf(database, session, "manage_members"), group.organization_id);
  if (!mayManage && group.group_type !== "REGULAR") throw new Refusal("errors.notFound");
  if (!mayManage) await requireReach(database, session, { organizationId: group.organization_id, permission });
  return { ...group, mayManage };
}
