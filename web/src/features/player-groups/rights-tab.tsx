import { setPlayerGroupRight } from "@storyport/contract/player-groups";
import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { useEffect, useRef, useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { DialogFailure } from "#/features/admin-area/dialog-failure.tsx";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { useUser } from "#/shell/portal.ts";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
import { GiveColleagueForm } from "./give-colleague-form.tsx";
import { GiveUserGroupForm } from "./give-user-group-form.tsx";
import { groupFormTexts } from "./group-texts.ts";
import { whomOf } from "./held-right.ts";
import type { Given, HeldRight } from "./held-right.ts";
import styles from "./player-groups.module.css";
import { RightsList } from "./rights-list.tsx";
import { rightsText } from "./rights-text.ts";

interface RightsTabProps {
  group: PlayerGroupDetails;
  rights: readonly HeldRight[];
  onChanged: () => void;
}

/** The rights on a group, for its owners. They cannot give more than they hold. */
export function RightsTab({ group, rights, onChanged }: RightsTabProps) {
  const user = useUser();
  const { mutateAsync, error, isPending, reset } = useSend(setPlayerGroupRight);
  const [done, setDone] = useState<string>();
  const [taking, setTaking] = useState<HeldRight>();
  const refusal = useRef<HTMLDivElement>(null);
  // The submitted form may be far below, or removed.
  useEffect(() => {
    if (error !== null) refusal.current?.focus();
  }, [error]);

  const give = async ({ holder, level, ...whom }: Given): Promise<boolean> => {
    setDone(undefined);
    try {
      await mutateAsync([{ params: { playerGroupId: group.id }, body: { ...whom, rightsType: level } }]);
    } catch {
      // The mutation's own error is shown below.
      return false;
    }
    setDone(m["playerGroups.rightsSaved"]({ holder, level: rightsText(level) }));
    onChanged();
    return true;
  };
  const handleTake = async (right: HeldRight) => {
    const isTaken = await give({ ...whomOf(right), holder: right.holder, level: "NONE" });
    if (isTaken) setTaking(undefined);
  };
  const leave = () => {
    setTaking(undefined);
    // After a refusal the page's data may be outdated.
    if (error !== null) onChanged();
    reset();
  };

  return (
    <div className={styles["screenOnly"]}>
      <p>{m["playerGroups.rightsIntro"]()}</p>
      {error !== null && taking === undefined && (
        <FailureNotice ref={refusal} failure={error.failure}>
          {failureText(error.failure, groupFormTexts)}
        </FailureNotice>
      )}
      <p role="status">{done}</p>
      <RightsList
        group={group}
        rights={rights}
        isBusy={isPending}
        onChange={(right, level) => void give({ ...whomOf(right), holder: right.holder, level })}
        onTake={(right) => {
          reset();
          setTaking(right);
        }}
      />
      <div className={styles["panels"]}>
        <GiveColleagueForm group={group} failure={error?.failure} isBusy={isPending} onGive={give} />
        {user.permissions.includes("view_user_group") && (
          <GiveUserGroupForm group={group} rights={rights} isBusy={isPending} onGive={give} />
        )}
      </div>
      {taking !== undefined && (
        <ConfirmDialog
          title={m["playerGroups.takeQuestion"]({ holder: taking.holder })}
          confirmText={m["playerGroups.take"]()}
          cancelText={m["playerGroups.keep"]()}
          danger
          pending={isPending}
          pendingText={m["app.waiting"]()}
          failure={<DialogFailure failure={error?.failure} text={(failure) => failureText(failure, groupFormTexts)} />}
          onConfirm={() => void handleTake(taking)}
          onCancel={leave}
        >
          {taking.accountId === user.accountId ? m["playerGroups.takeOwnWarning"]() : m["playerGroups.takeWarning"]()}
        </ConfirmDialog>
      )}
    </div>
  );
}
