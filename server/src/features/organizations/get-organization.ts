import type { OrganizationDetails } from "@storyport/contract/organizations";
import type { AppContext } from "#/context.ts";
import { requireReach } from "#/features/rights/reach.ts";
import type { Session } from "#/platform/http/caller.ts";
import { describeOrganization } from "./describe-organization.ts";

/** Returns an organization that the caller manages, with its games and counts. Refuses any other like `requireReach` (DESIGN 8.2). */
export async function getOrganization({ database }: AppContext, session: Session, organizationId: string): Promise<OrganizationDetails> {
  await requireReach(database, session, { organizationId, permission: "manage_members" });
  return describeOrganization(database, organizationId);
}
