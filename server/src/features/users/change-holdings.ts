import type { Transaction } from "kysely";
import { addOrganizationMember } from "#/features/organizations/add-member.ts";
import { requireAssignable } from "#/features/rights/assignable-roles.ts";
import { listDirectPermissions, setDirectPermissions } from "#/features/rights/direct-permissions.ts";
import { giveRoles, takeRoles } from "#/features/rights/give-roles.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import { joinGroups, leaveGroups } from "#/features/user-groups/group-memberships.ts";
import { holdGivableGroups } from "#/features/user-groups/hold-givable-groups.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import type { Changes, UserEdit } from "./user-edit.ts";
import { findGroupIds, findRoles } from "./queries.ts";
import type { ReachedUser } from "./user-in-reach.ts";

interface Holding {
  user: ReachedUser;
  edit: UserEdit;
}

/**
 * Sets the roles, groups and direct permissions of an account in one organization, or its roles on the platform. Only what the edit adds
 * must be the caller's to give. Platform roles can never be added (errors.roleNotAssignable). An administrator who gives something in
 * another organization makes the account its member. Refuses additions to an account that is partly in reach, and platform roles for a
 * manager, with errors.notAllowed. Refuses additions like `holdGivableGroups`, `requireAssignable` and `setDirectPermissions`. `editUser`
 * has checked that the caller reaches the organization, and that an administrator is left.
 */
export async function changeHoldings(transaction: Transaction<Tables>, caller: LoggedInCaller, { user, edit }: Holding): Promise<Changes> {
  if ([edit.roles, edit.userGroups, edit.permissions].every((part) => part === undefined)) return {};
  const { organizationId } = edit;
  if (organizationId === undefined) return changePlatformRoles(transaction, caller, { user, edit });
  const isMember = user.organization_ids.includes(organizationId);
  const place = { accountId: user.id, organizationId };
  const roles = difference(await findRoles(transaction, place), edit.roles);
  const groups = difference(await findGroupIds(transaction, user.id, organizationId), edit.userGroups);
  const permissions = difference(await listDirectPermissions(transaction, place), edit.permissions);
  const isGiving = [roles, groups, permissions].some(({ added }) => added.length > 0);
  // Other organizations also have the account, or it is an administrator's. The caller can only remove.
  if (!user.isWhole && isGiving) throw new Refusal("errors.notAllowed");
  await holdGivableGroups(transaction, caller.session, { organizationId, groupIds: groups.added });
  await requireAssignable(transaction, caller.session, { organizationId, roles: roles.added });
  // Only an administrator comes here for another organization: to managers `editUser` refuses it as not found.
  if (!isMember && isGiving) await addOrganizationMember(transaction, user.id, organizationId);
  await giveRoles(transaction, place, roles.added);
  await takeRoles(transaction, place, roles.removed);
  await joinGroups(transaction, user.id, groups.added);
  await leaveGroups(transaction, user.id, groups.removed);
  // Records its own event, so the edit's event leaves permissions out.
  await setDirectPermissions(transaction, caller, { ...place, permissions: permissions.after });
  return { ...describe("roles", roles), ...describe("userGroups", groups) };
}

async function changePlatformRoles(
  transaction: Transaction<Tables>,
  { session }: LoggedInCaller,
  { user, edit }: Holding,
): Promise<Changes> {
  if (!isAdministrator(session) || edit.userGroups !== undefined || edit.permissions !== undefined) throw new Refusal("errors.notAllowed");
  const place = { accountId: user.id, organizationId: null };
  const roles = difference(await findRoles(transaction, place), edit.roles);
  if (roles.added.length > 0) throw new Refusal("errors.roleNotAssignable");
  await takeRoles(transaction, place, roles.removed);
  return describe("roles", roles);
}

interface Difference {
  before: string[];
  after: string[];
  added: string[];
  removed: string[];
}

/** Undefined keeps the present list. */
function difference(before: string[], wanted: readonly string[] | undefined): Difference {
  const after = [...new Set(wanted ?? before)];
  return {
    before,
    after,
    added: after.filter((key) => !before.includes(key)),
    removed: before.filter((key) => !after.includes(key)),
  };
}

function describe(name: string, { before, after, added, removed }: Difference): Changes {
  return added.length + removed.length === 0 ? {} : { [name]: { before, after } };
}
