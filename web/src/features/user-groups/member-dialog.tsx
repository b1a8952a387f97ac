import { removeGroupMember, setGroupMember } from "@storyport/contract/user-groups";
import type { GroupMember, UserGroupDetails } from "@storyport/contract/user-groups";
import { rightsLevels } from "@storyport/contract/vocabulary";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { useRefresh, useSend } from "#/api/use-endpoint.ts";
import { ConfirmAction } from "#/shell/confirm-action.tsx";
import { rightsText } from "#/features/player-groups/rights-text.ts";
import { memberName } from "#/features/users/member-name.ts";
import { Select } from "#/ui/select.tsx";
import { userGroupTexts } from "./user-group-words.ts";

export interface MemberAction {
  action: "change" | "remove";
  member: GroupMember;
}

interface MemberDialogProps {
  group: UserGroupDetails;
  chosen: MemberAction;
  /** Called with a sentence about the result. */
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

/** Changes a member's rights level, or removes the member. */
export function MemberDialog({ chosen, ...rest }: MemberDialogProps) {
  return chosen.action === "remove" ? <RemoveDialog chosen={chosen} {...rest} /> : <RightsDialog chosen={chosen} {...rest} />;
}

/** Closes a dialog without a change. After a refusal the list may be outdated, so it is fetched again. */
function useCancel(isRefused: boolean, onCancel: () => void): () => void {
  const refresh = useRefresh();
  return () => {
    if (isRefused) refresh();
    onCancel();
  };
}

/** Asks before a member is removed, and says what ends with it. */
function RemoveDialog({ group, chosen: { member }, onDone, onCancel }: MemberDialogProps) {
  const send = useSend(removeGroupMember);
  const handleCancel = useCancel(send.isError, onCancel);
  const name = memberName(member);
  const handleConfirm = () =>
    send.mutate([{ params: { userGroupId: group.id, userId: member.id } }], {
      onSuccess: () => onDone(m["userGroups.removed"]({ name })),
    });
  return (
    <ConfirmAction
      title={m["userGroups.removeQuestion"]({ name })}
      confirmText={m["userGroups.remove"]()}
      cancelText={m["userGroups.removeKeep"]()}
      danger
      isBusy={send.isPending}
      failure={send.error?.failure}
      texts={userGroupTexts}
      onConfirm={handleConfirm}
      onCancel={handleCancel}
    >
      <p>{m["userGroups.removeWarning"]()}</p>
    </ConfirmAction>
  );
}

/** Sets a member's rights level on the group itself. */
function RightsDialog({ group, chosen: { member }, onDone, onCancel }: MemberDialogProps) {
  const send = useSend(setGroupMember);
  const handleCancel = useCancel(send.isError, onCancel);
  const [level, setLevel] = useState<RightsLevel>(member.rightsType);
  const name = memberName(member);
  const handleConfirm = () =>
    send.mutate([{ params: { userGroupId: group.id, userId: member.id }, body: { rightsType: level } }], {
      onSuccess: () => onDone(m["userGroups.rightsChanged"]({ name, rights: rightsText(level) })),
    });
  return (
    <ConfirmAction
      title={m["userGroups.changeQuestion"]({ name })}
      confirmText={m["area.save"]()}
      cancelText={m["area.cancel"]()}
      isBusy={send.isPending}
      failure={send.error?.failure}
      texts={userGroupTexts}
      onConfirm={handleConfirm}
      onCancel={handleCancel}
    >
      <Select
        label={m["userGroups.memberRights"]()}
        hint={m["userGroups.memberRightsHint"]()}
        options={rightsLevels.map((value) => ({ value, label: rightsText(value) }))}
        value={level}
        onChange={(event) => setLevel(rightsLevels.find((one) => one === event.currentTarget.value) ?? level)}
      />
    </ConfirmAction>
  );
}
