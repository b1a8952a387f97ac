import type { OrganizationDetails } from "@storyport/contract/organizations";
import type { AppContext } from "#/context.ts";
import { requireReach } from "#/features/rights/reach.ts";
import type { Session } from "#/platform/http/caller.ts";
import { describeOrganization } from "./describe-organization.ts";

/** An organization that one manages, with its games and how much is in it. Any other answers as absent (DESIGN 8.2). */
export async function getOrganization({ database }: AppContext, session: Session, organizationId: string): Promise<OrganizationDetails> {
  await requireReach(database, session, { organizationId, permission: "manage_members" });
  return describeOrganization(database, organizationId);
}
