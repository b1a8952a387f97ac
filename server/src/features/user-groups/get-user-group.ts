import type { UserGroupDetails } from "@storyport/contract/user-groups";
import type { AppContext } from "#/context.ts";
import type { Session } from "#/platform/http/caller.ts";
import { describeUserGroup } from "./describe-group.ts";
import { groupInReach } from "./group-in-reach.ts";

/** Returns a user group of the caller's organizations, with the rights that it gives. Refuses like `groupInReach`. */
export async function getUserGroup({ database }: AppContext, session: Session, userGroupId: string): Promise<UserGroupDetails> {
  const group = await groupInReach(database, session, { userGroupId, permission: "view_user_group" });
  return describeUserGroup(database, session, group);
}
