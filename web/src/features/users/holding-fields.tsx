import { m } from "@storyport/texts/messages";
import { OrganizationChoice } from "./organization-choice.tsx";
import { PermissionChoice } from "./permission-choice.tsx";
import { inheritedPermissions } from "./permission-options.ts";
import { RoleChoice } from "./role-choice.tsx";
import { ownRolesIn } from "./roles-in.ts";
import type { useEditUser } from "./use-edit-user.ts";
import { inheritedRoles, useChoices } from "./use-choices.ts";
import { heldIn } from "./user-edit.ts";
import { UserGroupChoice } from "./user-group-choice.tsx";

interface HoldingFieldsProps {
  edit: ReturnType<typeof useEditUser>;
  /** The user may take away what the account holds, but give nothing and change nothing else of it. */
  isRemoveOnly: boolean;
}

/** Roles, permissions and user groups in one organization at a time. Roles of the platform can only be removed. */
export function HoldingFields({ edit, isRemoveOnly }: HoldingFieldsProps) {
  const { user, fields, form } = edit;
  const { values, change } = form;
  const { organizationId } = values;
  const { roles, permissions, groups } = useChoices(organizationId);
  const isOfPlatform = organizationId === "";
  const heldOnPlatform = ownRolesIn(user, undefined);
  const inherited = inheritedRoles(groups.all, values.userGroups);
  return (
    <>
      <OrganizationChoice
        value={organizationId}
        onChange={edit.chooseOrganization}
        noneText={heldOnPlatform.length > 0 ? m["users.platform"]() : undefined}
        hint={m["users.editOrganizationHint"]()}
        error={fields.organizationId}
      />
      {!isOfPlatform && (
        <UserGroupChoice
          groups={groups}
          chosen={values.userGroups}
          had={user.userGroups.map(({ id }) => id)}
          isRemoveOnly={isRemoveOnly}
          onChange={(userGroups) => change({ userGroups })}
        />
      )}
      {(!isOfPlatform || heldOnPlatform.length > 0) && (
        <RoleChoice
          // For the platform nothing is fetched, because no role can be given there. Without a list the roles would seem to load.
          roles={isOfPlatform ? { ...roles, all: [], failure: undefined } : roles}
          chosen={values.roles}
          inherited={inherited}
          held={ownRolesIn(user, isOfPlatform ? undefined : organizationId)}
          isRemoveOnly={isRemoveOnly || isOfPlatform}
          onChange={(chosen) => change({ roles: chosen })}
          hint={m["users.rolesHint"]()}
          error={fields.roles}
        />
      )}
      {!isOfPlatform && (
        <PermissionChoice
          permissions={permissions}
          chosen={values.permissions}
          inherited={inheritedPermissions(roles.all, [...values.roles, ...inherited.keys()])}
          held={heldIn(user, organizationId).permissions}
          isRemoveOnly={isRemoveOnly}
          onChange={(chosen) => change({ permissions: chosen })}
        />
      )}
    </>
  );
}
