import { limits } from "@storyport/contract/limits";
import { editUserGroup, getUserGroup } from "@storyport/contract/user-groups";
import type { UserGroupDetails } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint, useSend } from "#/api/use-endpoint.ts";
import { KeptFormNotice } from "#/features/admin-area/kept-form-notice.tsx";
import { SaveEdit } from "#/features/admin-area/save-edit.tsx";
import type { Said } from "#/features/admin-area/save-edit.tsx";
import { useEditForm } from "#/features/admin-area/use-edit-form.ts";
import type { EditForm } from "#/features/admin-area/use-edit-form.ts";
import { Checkbox } from "#/ui/checkbox.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { ArchiveGroup } from "./archive-group.tsx";
import { readRights, writeRights } from "./given-values.ts";
import { GroupOverview } from "./group-overview.tsx";
import { RightsChoice } from "./rights-choice.tsx";
import { RoleChoice } from "./role-choice.tsx";
import { userGroupTexts } from "./user-group-words.ts";

function valuesOf({ version, groupName, roles, playerGroupRights, hidden }: UserGroupDetails) {
  return { version: String(version), groupName, roles: roles.toSorted(), rights: writeRights(playerGroupRights), hidden };
}

/** Name, roles and rights of a group, and whether it is hidden; what was not touched is not sent. */
export function EditUserGroup({ group }: { group: UserGroupDetails }) {
  const input = { params: { userGroupId: group.id } };
  const queries = useQueryClient();
  const { refetch } = useEndpoint(getUserGroup, input);
  const send = useSend(editUserGroup);
  const [said, setSaid] = useState<Said>();
  const form = useEditForm(`edit-user-group:${group.id}`, valuesOf(group), send.error?.failure);
  const { values } = form;

  const show = (fresh: UserGroupDetails) => queries.setQueryData([getUserGroup.name, input], fresh);
  const handleSave = () => {
    const change = changeOf(form);
    setSaid(change === undefined ? "nothing" : undefined);
    if (change === undefined || send.isPending) return;
    send.mutate([{ ...input, body: { version: Number(values.version), ...change } }], {
      onSuccess: (fresh) => {
        show(fresh);
        form.reset(valuesOf(fresh));
        setSaid("saved");
      },
    });
  };
  const handleLookAgain = async () => {
    const { data } = await refetch();
    if (data === undefined) return;
    form.follow(valuesOf(data));
    send.reset();
    setSaid("looked");
  };

  return (
    <>
      <h2>{m["userGroups.editTitle"]()}</h2>
      <KeptFormNotice form={form} />
      {said === "looked" && (
        <>
          <Notice>{m["area.lookedAgain"]()}</Notice>
          <GroupOverview group={group} />
        </>
      )}
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          handleSave();
        }}
      >
        <GroupFields group={group} form={form} />
        <SaveEdit
          isPending={send.isPending}
          failure={send.error?.failure}
          said={said}
          text={(failure) => failureText(failure, userGroupTexts)}
          onLookAgain={() => void handleLookAgain()}
        />
      </Stack>
      <ArchiveGroup
        group={group}
        onDone={(fresh) => {
          // One's own deed is no change by somebody else.
          if (values.version === String(group.version)) form.follow(valuesOf(fresh));
          show(fresh);
        }}
      />
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

function changeOf({ values, isTouched }: GroupForm) {
  const change = {
    ...(isTouched("groupName") && { groupName: values.groupName }),
    ...(isTouched("roles") && { roles: values.roles }),
    ...(isTouched("rights") && { playerGroupRights: readRights(values.rights) }),
    ...(isTouched("hidden") && { hidden: values.hidden }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}
