import { editUserGroup, getUserGroup } from "@storyport/contract/user-groups";
import type { UserGroupDetails } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { DialogFailure } from "#/features/admin-area/dialog-failure.tsx";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
import { userGroupTexts } from "./user-group-words.ts";

interface ArchiveGroupProps {
  group: UserGroupDetails;
  onDone: (fresh: UserGroupDetails) => void;
}

/** Archiving takes from the members all that the group gives; restoring gives it back. Nothing is deleted. */
export function ArchiveGroup({ group, onDone }: ArchiveGroupProps) {
  const queries = useQueryClient();
  const send = useSend(editUserGroup);
  const [isAsked, setIsAsked] = useState(false);
  const isArchived = group.groupType === "ARCHIVED";
  const texts = isArchived ? restoreTexts : archiveTexts;
  const handleCancel = () => {
    setIsAsked(false);
    // After another user's change the group is fetched again, so that the next try uses the new version.
    if (send.error?.failure.code === "errors.changedMeanwhile") void queries.invalidateQueries({ queryKey: [getUserGroup.name] });
    send.reset();
  };
  const handleConfirm = () =>
    send.mutate([{ params: { userGroupId: group.id }, body: { version: group.version, archived: !isArchived } }], {
      onSuccess: (fresh) => {
        setIsAsked(false);
        onDone(fresh);
      },
    });
  return (
    <Card>
      <h2>{texts.title()}</h2>
      <p>{texts.explain()}</p>
      <div>
        <Button variant="secondary" onClick={() => setIsAsked(true)}>
          {texts.button()}
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={texts.question({ name: group.groupName })}
          confirmText={texts.button()}
          cancelText={texts.keep()}
          danger={!isArchived}
          pending={send.isPending}
          pendingText={m["app.waiting"]()}
          failure={<DialogFailure failure={send.error?.failure} text={(failure) => failureText(failure, userGroupTexts)} />}
          onConfirm={handleConfirm}
          onCancel={handleCancel}
        >
          <p>{texts.explain()}</p>
        </ConfirmDialog>
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
