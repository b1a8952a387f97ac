import { m } from "@storyport/texts/messages";
import { CheckboxList } from "#/ui/checkbox-list.tsx";
import { permissionOptions } from "./permission-options.ts";
import type { PermissionParts } from "./permission-options.ts";

interface PermissionChoiceProps extends Omit<PermissionParts, "permissions"> {
  /** Undefined while loading; the roles, which load with them, show it. */
  permissions: readonly string[] | undefined;
  chosen: readonly string[];
  onChange: (permissions: string[]) => void;
}

/** The permissions that an account holds directly in an organization. Permissions of its roles are ticked and disabled. */
export function PermissionChoice({ permissions, chosen, onChange, ...parts }: PermissionChoiceProps) {
  if (permissions === undefined) return null;
  const { inherited } = parts;
  return (
    <CheckboxList
      label={m["users.permissions"]()}
      hint={m["users.permissionsHint"]()}
      name="permissions"
      options={permissionOptions({ ...parts, permissions })}
      selected={[...new Set([...chosen, ...inherited.keys()])]}
      // A permission that is held directly and by a role stays held directly.
      onChange={(ticked) => onChange(ticked.filter((key) => !inherited.has(key) || chosen.includes(key)))}
      empty={<p>{m["users.noPermissions"]()}</p>}
    />
  );
}
