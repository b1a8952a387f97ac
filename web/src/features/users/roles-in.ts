import type { UserDetails } from "@storyport/contract/user-details";
import { m } from "@storyport/texts/messages";
import { roleName } from "#/features/accounts/role-words.ts";

type Holder = Pick<UserDetails, "roles">;

/** The roles of an account in an organization, or on the platform, in words. Each appears once, direct roles first. */
export function rolesIn({ roles }: Holder, organizationId: string | undefined): string[] {
  const here = roles.filter((role) => role.organizationId === organizationId);
  const own = here.filter(({ userGroupId }) => userGroupId === undefined).map(({ role_key }) => role_key);
  const through = here.filter(({ userGroupId, role_key }) => userGroupId !== undefined && !own.includes(role_key));
  return [
    ...own.map((role) => roleName(role)),
    ...new Set(through.map(({ role_key }) => m["users.roleThroughGroup"]({ role: roleName(role_key) }))),
  ];
}

/** The keys of the roles that the account holds directly there. Only these can be removed there. */
export function ownRolesIn({ roles }: Holder, organizationId: string | undefined): string[] {
  return roles.filter((role) => role.organizationId === organizationId && role.userGroupId === undefined).map(({ role_key }) => role_key);
}
