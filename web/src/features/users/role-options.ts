import type { Role } from "@storyport/contract/roles";
import { m } from "@storyport/texts/messages";
import { roleDescription, roleName } from "#/features/accounts/role-words.ts";
import { isolate } from "#/ui/isolate.ts";

export interface RoleParts {
  /** The roles that the user may give. */
  roles: readonly Role[];
  chosen: readonly string[];
  /** Each role with the name of its user group. */
  inherited: ReadonlyMap<string, string>;
  /** Held before; shown even if the user could not give them. */
  held?: readonly string[];
  /** Roles can only be removed here. */
  isRemoveOnly?: boolean;
}

interface RoleOption {
  value: string;
  label: string;
  hint?: string;
  disabled?: boolean;
  reason?: string;
}

/** One option for each role that is held, comes with a user group, or can be given. `isRemoveOnly` leaves out the last. */
export function roleOptions({ roles, inherited, held = [], isRemoveOnly = false }: RoleParts): RoleOption[] {
  const known = new Set(roles.map(({ role_key }) => role_key));
  const others = [...new Set([...held, ...inherited.keys()])].filter((role) => !known.has(role));
  const all = [
    ...roles.map(({ role_key, role_name, description }) => ({
      value: role_key,
      label: roleName(role_key, role_name),
      hint: roleDescription(role_key, description),
    })),
    ...others.map((role) => ({ value: role, label: roleName(role), hint: m["users.roleNotYours"]() })),
  ];
  return all
    .filter(({ value }) => !isRemoveOnly || held.includes(value) || inherited.has(value))
    .map((option) => {
      const group = inherited.get(option.value);
      return group === undefined ? option : { ...option, disabled: true, reason: m["users.roleInherited"]({ group: isolate(group) }) };
    });
}
