import type { ResponseOf } from "@storyport/contract/endpoint";
import type { listGroupMembers as endpoint } from "@storyport/contract/user-groups";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import type { Session } from "#/platform/http/caller.ts";
import { groupInReach } from "./group-in-reach.ts";
import { findGroupMembers } from "./member-queries.ts";

type Search = { userGroupId: string } & z.output<typeof endpoint.query>;

/** Returns a page of the members of a user group (specification, section 3). Refuses like `groupInReach`. */
export async function listGroupMembers(
  { database }: AppContext,
  session: Session,
  { userGroupId, query, offset, limit }: Search,
): Promise<ResponseOf<typeof endpoint>> {
  const group = await groupInReach(database, session, { userGroupId, permission: "view_user_group" });
  const { accountId, organizationId } = session;
  const { members, total } = await findGroupMembers(database, {
    groupId: group.id,
    organizationId: group.organization_id,
    query,
    offset,
    limit,
    viewer: { accountId, organizationId, isAdmin: isAdministrator(session) },
  });
  return { results: members, page: { entityCount: total, entityOffset: offset, entityLimit: limit } };
}
