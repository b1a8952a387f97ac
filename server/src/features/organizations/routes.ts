import * as contract from "@storyport/contract/organizations";
import type { AppContext } from "#/context.ts";
import { reachOf } from "#/features/rights/reach.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { createOrganization } from "./create-organization.ts";
import { editOrganization } from "./edit-organization.ts";
import { getOrganization } from "./get-organization.ts";
import { listOrganizationMembers } from "./list-members.ts";
import { listOrganizationKeys } from "./queries.ts";
import { removeOrganizationMember } from "./remove-member.ts";
import { requirePasskeys } from "./require-passkeys.ts";
import { searchOrganizations } from "./search-organizations.ts";
import { getNameSharing, shareNames } from "./share-names.ts";

export function organizationRoutes(add: AddRoute, context: AppContext): void {
  const { database } = context;
  add(contract.listOrganizations, async ({ caller }) =>
    listOrganizationKeys(database, await reachOf(database, caller.session, "manage_members")),
  );
  add(contract.searchOrganizations, ({ caller, query }) => searchOrganizations(context, caller.session, query));
  add(contract.createOrganization, ({ caller, body }) => createOrganization(context, caller, body));
  add(contract.getOrganization, ({ caller, params }) => getOrganization(context, caller.session, params.organizationId));
  add(contract.editOrganization, ({ caller, params, body }) => editOrganization(context, caller, { ...params, ...body }));
  add(contract.requirePasskeys, ({ caller, params, body }) => requirePasskeys(context, caller, { ...params, ...body }));
  add(contract.getNameSharing, ({ caller, params }) => getNameSharing(database, caller.session, params.organizationId));
  add(contract.shareNames, ({ caller, params, body }) => shareNames(context, caller, { ...params, ...body }));
  add(contract.listOrganizationMembers, ({ caller, params, query }) =>
    listOrganizationMembers(context, caller.session, { ...params, ...query }),
  );
  add(contract.removeOrganizationMember, async ({ caller, params }) => {
    await removeOrganizationMember(context, caller, params);
    return undefined;
  });
}
