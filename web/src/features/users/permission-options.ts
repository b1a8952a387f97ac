import type { Role } from "@storyport/contract/roles";
import { m } from "@storyport/texts/messages";
import { permissionName, roleName } from "#/features/accounts/role-words.ts";

export interface PermissionParts {
  /** Those one may give. */
  permissions: readonly string[];
  /** Permission and the name of the role it comes with. */
  inherited: ReadonlyMap<string, string>;
  /** Held directly before, and shown even where one could not give them. */
  held?: readonly string[];
  /** Nothing can be given here, only taken. */
  isTakeOnly?: boolean;
}

interface PermissionOption {
  value: string;
  label: string;
  hint?: string;
  disabled?: boolean;
  reason?: string;
}

/** One line for each permission that can be given, is held directly, or comes with a role. */
export function permissionOptions({ permissions, inherited, held = [], isTakeOnly = false }: PermissionParts): PermissionOption[] {
  const others = [...new Set([...held, ...inherited.keys()])].filter((key) => !permissions.includes(key));
  const all = [
    ...permissions.map((key) => ({ value: key, label: permissionName(key) })),
    ...others.map((key) => ({ value: key, label: permissionName(key), hint: m["users.permissionNotYours"]() })),
  ];
  return all
    .filter(({ value }) => !isTakeOnly || held.includes(value))
    .map((option) => {
      const role = inherited.get(option.value);
      if (role === undefined) return option;
      return { value: option.value, label: option.label, disabled: true, reason: m["users.permissionByRole"]({ role }) };
    });
}

/** Which permissions come with these roles, and with which of them. */
export function inheritedPermissions(roles: readonly Role[] | undefined, chosen: Iterable<string>): Map<string, string> {
  const inherited = new Map<string, string>();
  const given = new Set(chosen);
  for (const { role_key, role_name, permissions } of roles ?? []) {
    if (!given.has(role_key)) continue;
    for (const key of permissions) if (!inherited.has(key)) inherited.set(key, roleName(role_key, role_name));
  }
  return inherited;
}
