import * as contract from "@storyport/contract/user-groups";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { addGroupMembers } from "./add-members.ts";
import { removeGroupMember, setGroupMember } from "./change-member.ts";
import { createUserGroup } from "./create-user-group.ts";
import { editUserGroup } from "./edit-user-group.ts";
import { getUserGroup } from "./get-user-group.ts";
import { listGroupMembers } from "./list-members.ts";
import { listUserGroups } from "./list-user-groups.ts";
import { searchUserGroups } from "./search-user-groups.ts";

export function userGroupRoutes(add: AddRoute, context: AppContext): void {
  add(contract.listUserGroups, ({ caller }) => listUserGroups(context, caller.session));
  add(contract.listUserGroupsOf, ({ caller, params }) => listUserGroups(context, caller.session, params.orgId));
  add(contract.searchUserGroups, ({ caller, query }) => searchUserGroups(context, caller.session, query));
  add(contract.createUserGroup, ({ caller, body }) => createUserGroup(context, caller, body));
  add(contract.getUserGroup, ({ caller, params }) => getUserGroup(context, caller.session, params.userGroupId));
  add(contract.editUserGroup, ({ caller, params, body }) => editUserGroup(context, caller, { ...params, ...body }));
  add(contract.listGroupMembers, ({ caller, params, query }) => listGroupMembers(context, caller.session, { ...params, ...query }));
  add(contract.addGroupMembers, ({ caller, params, body }) => addGroupMembers(context, caller, { ...params, ...body }));
  add(contract.setGroupMember, async ({ caller, params, body }) => {
    await setGroupMember(context, caller, { ...params, ...body });
    return undefined;
  });
  add(contract.removeGroupMember, async ({ caller, params }) => {
    await removeGroupMember(context, caller, params);
    return undefined;
  });
}
