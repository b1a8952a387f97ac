import { editPlayerGroup } from "@storyport/contract/player-groups";
import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { useEffect, useRef, useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { DialogFailure } from "#/features/admin-area/dialog-failure.tsx";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
import { groupFormTexts } from "./group-texts.ts";
import { holdsOnGroup } from "./holds-on-group.ts";
import styles from "./player-groups.module.css";
import { RenameGroupForm } from "./rename-group-form.tsx";

interface SettingsTabProps {
  group: PlayerGroupDetails;
  onChanged: () => void;
}

/** A group's name, for users who may modify it; archiving and restoring, for its owners. */
export function SettingsTab({ group, onChanged }: SettingsTabProps) {
  const isArchived = group.groupType === "ARCHIVED";
  return (
    <div className={styles["panels"]}>
      {!isArchived && <RenameGroupForm group={group} />}
      {holdsOnGroup(group, "OWNER") && <ArchiveGroup group={group} isArchived={isArchived} onChanged={onChanged} />}
    </div>
  );
}

function ArchiveGroup({ group, isArchived, onChanged }: SettingsTabProps & { isArchived: boolean }) {
  const { mutate, error, isPending, reset } = useSend(editPlayerGroup);
  const [isAsked, setIsAsked] = useState(false);
  const refusal = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) refusal.current?.focus();
  }, [error]);
  const handleChange = () =>
    mutate([{ params: { playerGroupId: group.id }, body: { version: group.version, archived: !isArchived } }], {
      onSuccess: () => {
        setIsAsked(false);
        onChanged();
      },
      // The page must not change behind an open dialog: the confirm button would then do the opposite.
      onError: () => {
        if (!isAsked) onChanged();
      },
    });
  const leave = () => {
    setIsAsked(false);
    // After a refusal the page's data may be outdated.
    if (error !== null) onChanged();
    reset();
  };
  return (
    <Card>
      <h2>{isArchived ? m["playerGroups.restoreHeading"]() : m["playerGroups.archiveHeading"]()}</h2>
      <p>{isArchived ? m["playerGroups.restoreMeans"]() : m["playerGroups.archiveMeans"]()}</p>
      {error !== null && !isAsked && (
        <FailureNotice ref={refusal} failure={error.failure}>
          {failureText(error.failure, groupFormTexts)}
        </FailureNotice>
      )}
      {isArchived ? (
        <Button pending={isPending} pendingText={m["app.waiting"]()} onClick={handleChange}>
          {m["playerGroups.restore"]()}
        </Button>
      ) : (
        <Button variant="secondary" onClick={() => setIsAsked(true)}>
          {m["playerGroups.archive"]()}
        </Button>
      )}
      {isAsked && (
        <ConfirmDialog
          title={m["playerGroups.archiveQuestion"]({ name: group.name })}
          confirmText={m["playerGroups.archive"]()}
          cancelText={m["playerGroups.keep"]()}
          danger
          pending={isPending}
          pendingText={m["app.waiting"]()}
          failure={<DialogFailure failure={error?.failure} text={(failure) => failureText(failure, groupFormTexts)} />}
          onConfirm={handleChange}
          onCancel={leave}
        >
          {m["playerGroups.archiveMeans"]()}
        </ConfirmDialog>
      )}
    </Card>
  );
}
