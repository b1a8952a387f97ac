import { listRolesAndPermissions } from "@storyport/contract/roles";
import type { Role } from "@storyport/contract/roles";
import { listUserGroupsOf } from "@storyport/contract/user-groups";
import type { UserGroup } from "@storyport/contract/user-groups";
import type { Failure } from "#/api/api-error.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";

interface Loaded<T> {
  /** Undefined until it is there. */
  all: readonly T[] | undefined;
  failure: Failure | undefined;
  retry: () => void;
}

/** What can be given to an account in an organization. */
export interface Holdings {
  roles: Loaded<Role>;
  permissions: readonly string[] | undefined;
  groups: Loaded<UserGroup>;
}

/** The roles and permissions one may give in an organization, and its user groups; nothing is asked before one is chosen. */
export function useHoldings(organizationId: string): Holdings {
  const isChosen = organizationId !== "";
  const roles = useListEndpoint(listRolesAndPermissions, isChosen ? [{ query: { orgId: organizationId } }] : undefined);
  const groups = useListEndpoint(listUserGroupsOf, isChosen ? [{ params: { orgId: organizationId } }] : undefined);
  return {
    roles: {
      // The former organization's are not this one's.
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

/** Which roles come with these user groups, and through which of them. */
export function inheritedRoles(groups: readonly UserGroup[] | undefined, chosen: readonly string[]): Map<string, string> {
  const inherited = new Map<string, string>();
  for (const { id, roles, groupName } of groups ?? []) {
    if (!chosen.includes(id)) continue;
    for (const role of roles) if (!inherited.has(role)) inherited.set(role, groupName);
  }
  return inherited;
}
