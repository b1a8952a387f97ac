import type { RightsLevel } from "@storyport/contract/vocabulary";
import { highest } from "#/features/rights/levels.ts";
import { withinReach } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { findHeldGroups } from "./queries.ts";

export interface OwnGroup {
  id: string;
  name: string;
  organizationId: string;
  level: RightsLevel;
}

/** More than any account holds by itself. */
const most = 10_000;

/** Lists the groups on which the caller holds a right in the organizations of the caller, without archived ones. An administrator too. */
export async function ownGroups(database: Database, session: Session): Promise<OwnGroup[]> {
  const groups = await findHeldGroups(database, { accountId: session.accountId, isAdmin: false, within: withinReach(session), most });
  const usable = groups.filter((group) => group.group_type !== "ARCHIVED");
  return usable.map(({ id, name, organization_id: organizationId, levels }) => ({ id, name, organizationId, level: highest(levels) }));
}
