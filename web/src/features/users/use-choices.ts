import { listRolesAndPermissions } from "@storyport/contract/roles";
import type { Role } from "@storyport/contract/roles";
import { listUserGroupsOf } from "@storyport/contract/user-groups";
import type { UserGroup } from "@storyport/contract/user-groups";
import type { Failure } from "#/api/api-error.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";

interface Loaded<T> {
  /** Undefined until loaded. */
  all: readonly T[] | undefined;
  failure: Failure | undefined;
  retry: () => void;
}

/**
 * The choices for an account in an organization. `groups` are all groups that the user sees, archived and hidden groups included.
 * `UserGroupChoice` offers the regular groups, and groups that the account has already.
 */
export interface Choices {
  roles: Loaded<Role>;
  /** They come with the roles, so the failure is the same. Undefined until loaded. */
  permissions: readonly string[] | undefined;
  groups: Loaded<UserGroup>;
}

/**
 * Fetches the roles and permissions that the user may give in an organization, and its user groups. Without an organization it fetches
 * nothing.
 */
export function useChoices(organizationId: string): Choices {
  const isChosen = organizationId !== "";
  const roles = useListEndpoint(listRolesAndPermissions, isChosen ? [{ query: { orgId: organizationId } }] : undefined);
  const groups = useListEndpoint(listUserGroupsOf, isChosen ? [{ params: { orgId: organizationId } }] : undefined);
  return {
    roles: {
      // Placeholder data belongs to the former organization.
      all: roles.isPlaceholderData ? undefined : roles.data?.roles,
      failure: roles.error?.failure,
      retry: () => void roles.refetch(),
    },
    permissions: roles.isPlaceholderData ? undefined : roles.data?.permissions.map(({ permission_key }) => permission_key),
    groups: {
      all: groups.isPlaceholderData ? undefined : groups.data,
      failure: groups.error?.failure,
      retry: () => void groups.refetch(),
    },
  };
}

/** Returns the roles of these user groups, each with its group. */
export function inheritedRoles(groups: readonly UserGroup[] | undefined, chosen: readonly string[]): Map<string, string> {
  const inherited = new Map<string, string>();
  for (const { id, roles, groupName } of groups ?? []) {
    if (!chosen.includes(id)) continue;
    for (const role of roles) if (!inherited.has(role)) inherited.set(role, groupName);
  }
  return inherited;
}
