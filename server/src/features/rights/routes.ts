import { listOwnPermissions } from "@storyport/contract/own-permissions";
import { listRolesAndPermissions as endpoint } from "@storyport/contract/roles";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { listRolesAndPermissions } from "./list-roles-and-permissions.ts";

export function rightsRoutes(add: AddRoute, context: AppContext): void {
  add(listOwnPermissions, ({ caller }) => caller.session.permissions);
  add(endpoint, ({ caller, query }) => listRolesAndPermissions(context, caller.session, query.orgId));
}
