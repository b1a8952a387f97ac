import { getUserGroup, listGroupMembers, removeGroupMember, setGroupMember } from "@storyport/contract/user-groups";
import type { GroupMember, UserGroupDetails } from "@storyport/contract/user-groups";
import { rightsLevels } from "@storyport/contract/vocabulary";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { DialogFailure } from "#/features/admin-area/dialog-failure.tsx";
import { rightsText } from "#/features/player-groups/rights-text.ts";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
import { Select } from "#/ui/select.tsx";
import { memberName, userGroupTexts } from "./user-group-words.ts";

export interface AskedOfMember {
  action: "change" | "remove";
  member: GroupMember;
}

interface MemberDialogProps {
  group: UserGroupDetails;
  asked: AskedOfMember;
  /** Called with a sentence about the result. */
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

export function MemberDialog({ asked, ...rest }: MemberDialogProps) {
  return asked.action === "remove" ? <RemoveDialog asked={asked} {...rest} /> : <RightsDialog asked={asked} {...rest} />;
}

/** Asks before a member is removed, and says what ends with it. */
function RemoveDialog({ group, asked: { member }, onDone, onCancel }: MemberDialogProps) {
  const send = useSend(removeGroupMember);
  const refresh = useRefresh();
  const name = memberName(member);
  const handleConfirm = () =>
    send.mutate([{ params: { userGroupId: group.id, userId: member.id } }], {
      onSuccess: () => {
        refresh();
        onDone(m["userGroups.removed"]({ name }));
      },
    });
  return (
    <ConfirmDialog
      title={m["userGroups.removeQuestion"]({ name })}
      confirmText={m["userGroups.remove"]()}
      cancelText={m["userGroups.removeKeep"]()}
      danger
      pending={send.isPending}
      pendingText={m["app.waiting"]()}
      failure={<DialogFailure failure={send.error?.failure} text={(failure) => failureText(failure, userGroupTexts)} />}
      onConfirm={handleConfirm}
      onCancel={onCancel}
    >
      <p>{m["userGroups.removeWarning"]()}</p>
    </ConfirmDialog>
  );
}

/** Sets a member's rights level on the group itself. */
function RightsDialog({ group, asked: { member }, onDone, onCancel }: MemberDialogProps) {
  const send = useSend(setGroupMember);
  const refresh = useRefresh();
  const [level, setLevel] = useState<RightsLevel>(member.rightsType);
  const name = memberName(member);
  const handleConfirm = () =>
    send.mutate([{ params: { userGroupId: group.id, userId: member.id }, body: { rightsType: level } }], {
      onSuccess: () => {
        refresh();
        onDone(m["userGroups.rightsChanged"]({ name, rights: rightsText(level) }));
      },
    });
  return (
    <ConfirmDialog
      title={m["userGroups.changeQuestion"]({ name })}
      confirmText={m["area.save"]()}
      cancelText={m["area.cancel"]()}
      pending={send.isPending}
      pendingText={m["area.saving"]()}
      failure={<DialogFailure failure={send.error?.failure} text={(failure) => failureText(failure, userGroupTexts)} />}
      onConfirm={handleConfirm}
      onCancel={onCancel}
    >
      <Select
        label={m["userGroups.memberRights"]()}
        hint={m["userGroups.memberRightsHint"]()}
        options={rightsLevels.map((value) => ({ value, label: rightsText(value) }))}
        value={level}
        onChange={(event) => setLevel(rightsLevels.find((one) => one === event.currentTarget.value) ?? level)}
      />
    </ConfirmDialog>
  );
}

/** Fetches the members and the group's facts again. */
function useRefresh(): () => void {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: [listGroupMembers.name] });
    void queries.invalidateQueries({ queryKey: [getUserGroup.name] });
  };
}
