import { limits } from "@storyport/contract/limits";
import { editUserGroup, getUserGroup } from "@storyport/contract/user-groups";
import type { UserGroupDetails } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import { failureText } from "#/api/failure-text.ts";
import { useAnswer } from "#/api/use-endpoint.ts";
import { EditNotices } from "#/features/edits/edit-notices.tsx";
import { SaveEdit } from "#/features/edits/save-edit.tsx";
import type { EditForm } from "#/features/edits/use-edit-form.ts";
import { useEdit } from "#/features/edits/use-edit.ts";
import { usePortal } from "#/shell/portal.ts";
import { Checkbox } from "#/ui/checkbox.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { ArchiveGroup } from "./archive-group.tsx";
import { readRights, writeRights } from "./written-rights.ts";
import { GroupOverview } from "./group-overview.tsx";
import { RightsChoice } from "./rights-choice.tsx";
import { RoleChoice } from "./role-choice.tsx";
import { userGroupTexts } from "./user-group-words.ts";

/** The name, roles, rights and visibility of a group, of which only touched fields are sent; and its archiving. */
export function EditUserGroup({ group }: { group: UserGroupDetails }) {
  const { call } = usePortal();
  const input = { params: { userGroupId: group.id } };
  const edit = useEdit({
    name: `edit-user-group:${group.id}`,
    thing: group,
    answer: useAnswer(getUserGroup, input),
    valuesOf,
    changeOf,
    send: (body) => call(editUserGroup, { ...input, body }),
  });
  return (
    <>
      <h2>{m["userGroups.editTitle"]()}</h2>
      <EditNotices edit={edit}>
        <GroupOverview group={group} />
      </EditNotices>
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          edit.save();
        }}
      >
        <GroupFields group={group} form={edit.form} />
        <SaveEdit edit={edit} text={(failure) => m["area.errorWithMessage"]({ message: failureText(failure, userGroupTexts) })} />
      </Stack>
      <ArchiveGroup group={group} onDone={edit.changedHere} />
    </>
  );
}

type GroupForm = EditForm<ReturnType<typeof valuesOf>>;

function GroupFields({ group, form: { values, change } }: { group: UserGroupDetails; form: GroupForm }) {
  return (
    <>
      <TextField
        label={m["userGroups.groupName"]()}
        hint={m["userGroups.groupNameHint"]()}
        name="groupName"
        value={values.groupName}
        minLength={limits.userGroupName.min}
        maxLength={limits.userGroupName.max}
        autoComplete="off"
        required
        onChange={(event) => change({ groupName: event.currentTarget.value })}
      />
      <RoleChoice organizationId={group.organizationId} selected={values.roles} had={group.roles} onChange={(roles) => change({ roles })} />
      <RightsChoice
        organizationId={group.organizationId}
        selected={values.rights}
        had={group.playerGroupRights}
        onChange={(rights) => change({ rights })}
      />
      <Checkbox
        label={m["userGroups.hidden"]()}
        hint={m["userGroups.hiddenHint"]()}
        name="hidden"
        checked={values.hidden}
        onChange={(event) => change({ hidden: event.currentTarget.checked })}
      />
    </>
  );
}

function valuesOf({ version, groupName, roles, playerGroupRights, hidden }: UserGroupDetails) {
  return { version: String(version), groupName, roles: roles.toSorted(), rights: writeRights(playerGroupRights), hidden };
}

function changeOf({ values, isTouched }: GroupForm) {
  const change = {
    ...(isTouched("groupName") && { groupName: values.groupName }),
    ...(isTouched("roles") && { roles: values.roles }),
    ...(isTouched("rights") && { playerGroupRights: readRights(values.rights) }),
    ...(isTouched("hidden") && { hidden: values.hidden }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}
