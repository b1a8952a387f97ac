import { editUserGroup } from "@storyport/contract/user-groups";
import type { UserGroupDetails } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { useRefresh, useSend } from "#/api/use-endpoint.ts";
import { ConfirmAction } from "#/shell/confirm-action.tsx";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { userGroupTexts } from "./user-group-words.ts";

interface ArchiveGroupProps {
  group: UserGroupDetails;
  onDone: (fresh: UserGroupDetails) => void;
}

/** Archiving takes from the members all that the group gives; restoring gives it back. Nothing is deleted. */
export function ArchiveGroup({ group, onDone }: ArchiveGroupProps) {
  const refresh = useRefresh();
  const send = useSend(editUserGroup);
  const [isConfirming, setIsConfirming] = useState(false);
  const isArchived = group.groupType === "ARCHIVED";
  const texts = isArchived ? restoreTexts : archiveTexts;
  const handleCancel = () => {
    setIsConfirming(false);
    // After another user's change the next try must use the new version.
    if (send.error !== null) refresh();
    send.reset();
  };
  const handleConfirm = () =>
    send.mutate([{ params: { userGroupId: group.id }, body: { version: group.version, archived: !isArchived } }], {
      onSuccess: (fresh) => {
        setIsConfirming(false);
        onDone(fresh);
      },
    });
  return (
    <Card>
      <h2>{texts.title()}</h2>
      <p>{texts.explain()}</p>
      <div>
        <Button variant="secondary" onClick={() => setIsConfirming(true)}>
          {texts.button()}
        </Button>
      </div>
      {isConfirming && (
        <ConfirmAction
          title={texts.question({ name: group.groupName })}
          confirmText={texts.button()}
          cancelText={texts.keep()}
          danger={!isArchived}
          isBusy={send.isPending}
          failure={send.error?.failure}
          texts={userGroupTexts}
          onConfirm={handleConfirm}
          onCancel={handleCancel}
        >
          <p>{texts.explain()}</p>
        </ConfirmAction>
      )}
    </Card>
  );
}

const archiveTexts = {
  title: () => m["userGroups.archiveTitle"](),
  explain: () => m["userGroups.archiveExplain"](),
  button: () => m["userGroups.archive"](),
  question: (words: { name: string }) => m["userGroups.archiveQuestion"](words),
  keep: () => m["userGroups.archiveKeep"](),
};

const restoreTexts = {
  title: () => m["userGroups.restoreTitle"](),
  explain: () => m["userGroups.restoreExplain"](),
  button: () => m["userGroups.restore"](),
  question: (words: { name: string }) => m["userGroups.restoreQuestion"](words),
  keep: () => m["userGroups.restoreKeep"](),
};
