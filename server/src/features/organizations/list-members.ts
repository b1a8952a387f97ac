import type { listOrganizationMembers as endpoint, OrganizationMember } from "@storyport/contract/organizations";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { isAdministrator, requireReach } from "#/features/rights/reach.ts";
import type { Session } from "#/platform/http/caller.ts";
import { findOrganizationMembers } from "./queries.ts";
import { mayRemove } from "./remove-member.ts";

type Search = { organizationId: string } & z.output<typeof endpoint.query>;

/**
 * Returns a page of the members of an organization that the caller manages, with their roles there. Refuses an organization like
 * `requireReach`.
 */
export async function listOrganizationMembers(
  { database }: AppContext,
  session: Session,
  { organizationId, query, role, offset, limit }: Search,
): Promise<ResponseOf<typeof endpoint>> {
  await requireReach(database, session, { organizationId, permission: "manage_members" });
  const { members, total } = await findOrganizationMembers(database, { organizationId, query, role, offset, limit });
  const isAdmin = isAdministrator(session);
  const results = members.map(({ joined_at, is_administrator, is_last, ...member }): OrganizationMember => ({
    ...member,
    joinedAt: joined_at.toISOString(),
    mayRemove: mayRemove(session, { id: member.id, is_administrator }),
    ...(isAdmin ? { isLast: is_last } : {}),
  }));
  return { results, page: { entityCount: total, entityOffset: offset, entityLimit: limit } };
}
