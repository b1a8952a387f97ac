import { editPlayerGroup } from "@storyport/contract/player-groups";
import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { listBadges } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useListEndpoint, useRefresh, useSend } from "#/api/use-endpoint.ts";
import { ConfirmAction } from "#/shell/confirm-action.tsx";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { Notice } from "#/ui/notice.tsx";
import { groupFormTexts } from "./group-texts.ts";
import { holdsOnGroup } from "./holds-on-group.ts";
import styles from "./player-groups.module.css";
import { RenameGroupForm } from "./rename-group-form.tsx";

/** A group's name and the ways to other classes, for users who may modify it; archiving and restoring, for its owners. */
export function SettingsTab({ group }: { group: PlayerGroupDetails }) {
  const isArchived = group.groupType === "ARCHIVED";
  return (
    <div className={styles["panels"]}>
      {!isArchived && <RenameGroupForm group={group} />}
      {!isArchived && <SchoolYear group={group} />}
      {holdsOnGroup(group, "OWNER") && <ArchiveGroup group={group} isArchived={isArchived} />}
    </div>
  );
}

/** The ways from this class to others. */
function SchoolYear({ group }: { group: PlayerGroupDetails }) {
  const params = { playerGroupId: group.id };
  return (
    <Card>
      <h2>{m["playerGroups.schoolYear"]()}</h2>
      <p>{m["playerGroups.schoolYearMeans"]()}</p>
      <Link to="/player-groups/$playerGroupId/move" params={params} search={{}} className={buttonClass("secondary")}>
        {m["classMoves.link"]()}
      </Link>
      {holdsOnGroup(group, "OWNER") && (
        <Link to="/player-groups/$playerGroupId/transfers" params={params} search={{}} className={buttonClass("quiet")}>
          {m["transfers.listHeading"]()}
        </Link>
      )}
    </Card>
  );
}

function ArchiveGroup({ group, isArchived }: { group: PlayerGroupDetails; isArchived: boolean }) {
  const { mutate, error, isPending, reset } = useSend(editPlayerGroup);
  const refresh = useRefresh();
  const [isConfirming, setIsConfirming] = useState(false);
  const [became, setBecame] = useState<"archived" | "inUse">();
  const list = useListEndpoint(listBadges, isConfirming ? [{ params: { playerGroupId: group.id } }] : undefined);
  const badges = list.data?.students.filter(({ badge }) => badge !== undefined).length;
  const save = (archived: boolean) =>
    mutate([{ params: { playerGroupId: group.id }, body: { version: group.version, archived } }], {
      onSuccess: () => {
        setIsConfirming(false);
        setBecame(archived ? "archived" : "inUse");
      },
      // The page must not change behind an open dialog.
      onError: () => {
        if (!isConfirming) refresh();
      },
    });
  const ask = () => {
    // A refusal to restore the group is not about this question.
    reset();
    setIsConfirming(true);
  };
  const leave = () => {
    setIsConfirming(false);
    // After a refusal the page's data may be outdated.
    if (error !== null) refresh();
    reset();
  };
  return (
    <Card>
      <h2>{isArchived ? m["playerGroups.restoreHeading"]() : m["playerGroups.archiveHeading"]()}</h2>
      <p>{isArchived ? m["playerGroups.restoreMeans"]() : m["playerGroups.archiveMeans"]()}</p>
      {error !== null && !isConfirming && <FailureNotice takesFocus={error}>{failureText(error.failure, groupFormTexts)}</FailureNotice>}
      {/* Only once the page shows the change: the cards above come and go with it, and would move the notice out of view. */}
      {became === (isArchived ? "archived" : "inUse") && (
        <Notice key={became} tone="success" takesFocus>
          {isArchived ? m["playerGroups.archivedDone"]() : m["playerGroups.restoredDone"]()}
        </Notice>
      )}
      {isArchived ? (
        <Button pending={isPending} pendingText={m["app.waiting"]()} onClick={() => save(false)}>
          {m["playerGroups.restore"]()}
        </Button>
      ) : (
        <Button variant="secondary" onClick={ask}>
          {m["playerGroups.archive"]()}
        </Button>
      )}
      {isConfirming && (
        <ConfirmAction
          title={m["playerGroups.archiveQuestion"]({ name: group.name })}
          confirmText={m["playerGroups.archive"]()}
          cancelText={m["app.keep"]()}
          danger
          isBusy={isPending}
          failure={error?.failure}
          texts={groupFormTexts}
          onConfirm={() => save(true)}
          onCancel={leave}
        >
          <p>{m["playerGroups.archiveMeans"]()}</p>
          {badges !== undefined && <p>{m["playerGroups.archiveEnds"]({ count: badges })}</p>}
        </ConfirmAction>
      )}
    </Card>
  );
}
