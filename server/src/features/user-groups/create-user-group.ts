import type { createUserGroup as endpoint } from "@storyport/contract/user-groups";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { onlyOrganization } from "#/features/rights/only-organization.ts";
import { requireReach } from "#/features/rights/reach.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { insertGroup, replaceRights, replaceRoles } from "./queries.ts";
import { requireGivable, rightsByGroup } from "./require-givable.ts";

/**
 * Creates a user group with roles and rights on player groups of its organization (specification, sections 3, 5 and 7). Without a given
 * organization it is the only one in which the caller manages members, else errors.organizationRequired (`onlyOrganization`). Roles and
 * rights need a recent login (errors.loginTooOld). Refuses an organization like `requireReach`, and roles and rights like `requireGivable`.
 */
export async function createUserGroup(
  { database }: AppContext,
  caller: LoggedInCaller,
  { groupName, roles, playerGroupRights, organizationId: wanted }: z.output<typeof endpoint.body>,
): Promise<{ id: string }> {
  const { session } = caller;
  if (roles.length > 0 || playerGroupRights.length > 0) await requireRecentLogin(database, session);
  const given = { roles: [...new Set(roles)].toSorted(), rights: rightsByGroup(playerGroupRights) };
  return database.transaction().execute(async (transaction) => {
    const organizationId = wanted ?? (await onlyOrganization(transaction, session, "manage_members"));
    await requireReach(transaction, session, { organizationId, permission: "manage_members" });
    await requireGivable(transaction, session, { organizationId, ...given });
    const id = await insertGroup(transaction, { name: groupName, organizationId, createdBy: session.accountId });
    await replaceRoles(transaction, id, given.roles);
    await replaceRights(transaction, id, given.rights);
    await recordEvent(transaction, caller, {
      event: "user_group_created",
      actorId: session.accountId,
      targetId: id,
      organizationId,
      details: { roles: given.roles, rights: Object.fromEntries(given.rights) },
    });
    return { id };
  });
}
