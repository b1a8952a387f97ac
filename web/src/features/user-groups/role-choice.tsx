import { listRolesAndPermissions } from "@storyport/contract/roles";
import { m } from "@storyport/texts/messages";
import { reasonText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { roleDescription, roleName } from "#/features/accounts/role-words.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { CheckboxList } from "#/ui/checkbox-list.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { userGroupTexts } from "./user-group-words.ts";

interface RoleChoiceProps {
  organizationId: string;
  selected: readonly string[];
  onChange: (roles: string[]) => void;
  /** Roles that the group already has. They may stay or be removed, even if the user could not give them. */
  had?: readonly string[];
}

/** The roles for the group's members, as far as the user may give them in its organization. */
export function RoleChoice({ organizationId, selected, onChange, had = [] }: RoleChoiceProps) {
  const { data, error, refetch } = useEndpoint(listRolesAndPermissions, { query: { orgId: organizationId } });
  if (error !== null && data === undefined) {
    return (
      <FailureNotice onRetry={() => void refetch()}>
        {m["userGroups.rolesFailed"]({ reason: reasonText(error.failure, userGroupTexts) })}
      </FailureNotice>
    );
  }
  if (data === undefined) return <Pending>{m["userGroups.rolesLoading"]()}</Pending>;
  const offered = data.roles.map(({ role_key, role_name, description }) => ({
    value: role_key,
    label: roleName(role_key, role_name),
    hint: roleDescription(role_key, description),
  }));
  const kept = had
    .filter((key) => !offered.some(({ value }) => value === key))
    .map((key) => ({ value: key, label: roleName(key), hint: m["userGroups.notYoursToGive"]() }));
  return (
    <CheckboxList
      label={m["userGroups.roles"]()}
      hint={m["userGroups.rolesHint"]()}
      name="roles"
      options={[...offered, ...kept]}
      selected={selected}
      onChange={onChange}
      empty={<p>{m["userGroups.noRoles"]()}</p>}
    />
  );
}
