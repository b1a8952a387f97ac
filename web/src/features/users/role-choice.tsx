import { m } from "@storyport/texts/messages";
import { reasonText } from "#/api/failure-text.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { CheckboxList } from "#/ui/checkbox-list.tsx";
import type { ChoiceOption } from "#/ui/choice-option.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { roleOptions } from "./role-options.ts";
import type { RoleParts } from "./role-options.ts";
import type { Choices } from "./use-choices.ts";
import { userTexts } from "./user-words.ts";

interface RoleChoiceProps extends Omit<RoleParts, "roles"> {
  roles: Choices["roles"];
  onChange: (roles: string[]) => void;
  hint?: string;
  error?: string | undefined;
}

/** The roles of an account in an organization. Roles of its user groups are ticked and disabled. */
export function RoleChoice({ roles, onChange, hint, error, ...parts }: RoleChoiceProps) {
  if (roles.failure !== undefined) {
    return <FailureNotice onRetry={roles.retry}>{m["users.rolesFailed"]({ reason: reasonText(roles.failure, userTexts) })}</FailureNotice>;
  }
  if (roles.all === undefined) return <Pending>{m["users.rolesLoading"]()}</Pending>;
  const { chosen, inherited } = parts;
  const options: ChoiceOption[] = roleOptions({ ...parts, roles: roles.all });
  return (
    <CheckboxList
      label={m["users.roles"]()}
      hint={hint}
      error={error}
      name="roles"
      options={options}
      selected={[...new Set([...chosen, ...inherited.keys()])]}
      // A role that is held directly and by a group stays held directly.
      onChange={(ticked) => onChange(ticked.filter((role) => !inherited.has(role) || chosen.includes(role)))}
      empty={<p>{m["users.noRoles"]()}</p>}
    />
  );
}
