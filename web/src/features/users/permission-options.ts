import type { Role } from "@storyport/contract/roles";
import { m } from "@storyport/texts/messages";
import { permissionName, roleName } from "#/features/accounts/role-words.ts";

export interface PermissionParts {
  /** The permissions that the user may give. */
  permissions: readonly string[];
  /** Each permission with the name of its role. */
  inherited: ReadonlyMap<string, string>;
  /** Directly held before; shown even if the user could not give them. */
  held?: readonly string[];
  /** Permissions can only be removed here. */
  isRemoveOnly?: boolean;
}

interface PermissionOption {
  value: string;
  label: string;
  hint?: string;
  disabled?: boolean;
  reason?: string;
}

/** One option for each permission that is held directly, comes with a role, or can be given. `isRemoveOnly` keeps only the first. */
export function permissionOptions({ permissions, inherited, held = [], isRemoveOnly = false }: PermissionParts): PermissionOption[] {
  const others = [...new Set([...held, ...inherited.keys()])].filter((key) => !permissions.includes(key));
  const all = [
    ...permissions.map((key) => ({ value: key, label: permissionName(key) })),
    ...others.map((key) => ({ value: key, label: permissionName(key), hint: m["users.permissionNotYours"]() })),
  ];
  return all
    .filter(({ value }) => !isRemoveOnly || held.includes(value))
    .map((option) => {
      const role = inherited.get(option.value);
      if (role === undefined) return option;
      return { value: option.value, label: option.label, disabled: true, reason: m["users.permissionByRole"]({ role }) };
    });
}

/** Returns the permissions of these roles, each with its role. */
export function inheritedPermissions(roles: readonly Role[] | undefined, chosen: Iterable<string>): Map<string, string> {
  const inherited = new Map<string, string>();
  const given = new Set(chosen);
  for (const { role_key, role_name, permissions } of roles ?? []) {
    if (!given.has(role_key)) continue;
    for (const key of permissions) if (!inherited.has(key)) inherited.set(key, roleName(role_key, role_name));
  }
  return inherited;
}
