import * as ownPermissionsContract from "@storyport/contract/own-permissions";
import * as rolesContract from "@storyport/contract/roles";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { listRolesAndPermissions } from "./list-roles-and-permissions.ts";

export function rightsRoutes(add: AddRoute, context: AppContext): void {
  add(ownPermissionsContract.listOwnPermissions, ({ caller }) => caller.session.permissions);
  add(rolesContract.listRolesAndPermissions, ({ caller, query }) => listRolesAndPermissions(context, caller.session, query.orgId));
}
