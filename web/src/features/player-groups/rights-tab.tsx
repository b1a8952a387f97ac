import { setPlayerGroupRight } from "@storyport/contract/player-groups";
import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { useRouteContext } from "@tanstack/react-router";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
import { Notice } from "#/ui/notice.tsx";
import { GiveColleagueForm } from "./give-colleague-form.tsx";
import { GiveUserGroupForm } from "./give-user-group-form.tsx";
import { groupFormTexts } from "./group-texts.ts";
import styles from "./player-groups.module.css";
import { RightsList } from "./rights-list.tsx";
import { rightsText } from "./rights-text.ts";

export type HeldRight = NonNullable<PlayerGroupDetails["rights"]>[number];

interface RightsTabProps {
  group: PlayerGroupDetails;
  rights: readonly HeldRight[];
  onChanged: () => void;
}

/** Who may do what with a group: for its owners, who give no more than they hold. */
export function RightsTab({ group, rights, onChanged }: RightsTabProps) {
  const { user } = useRouteContext({ from: "/_logged-in" });
  const { mutateAsync, error, isPending } = useSend(setPlayerGroupRight);
  const [done, setDone] = useState<string>();
  const [taking, setTaking] = useState<HeldRight>();

  const give = async ({ holder, level, ...whom }: Given): Promise<boolean> => {
    setDone(undefined);
    try {
      await mutateAsync([{ params: { playerGroupId: group.id }, body: { ...whom, rightsType: level } }]);
    } catch {
      // Told below, by the mutation's own error.
      return false;
    }
    setDone(m["playerGroups.rightsSaved"]({ holder, level: rightsText(level) }));
    onChanged();
    return true;
  };
  const handleTake = async (right: HeldRight) => {
    await give({ ...whomOf(right), holder: right.holder, level: "NONE" });
    setTaking(undefined);
  };

  return (
    <div className={styles["screenOnly"]}>
      <p>{m["playerGroups.rightsIntro"]()}</p>
      {error !== null && <Notice tone="error">{failureText(error.failure, groupFormTexts)}</Notice>}
      <p role="status">{done}</p>
      <RightsList
        group={group}
        rights={rights}
        isBusy={isPending}
        onChange={(right, level) => void give({ ...whomOf(right), holder: right.holder, level })}
        onTake={setTaking}
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
          onConfirm={() => void handleTake(taking)}
          onCancel={() => setTaking(undefined)}
        >
          {taking.accountId === user.accountId ? m["playerGroups.takeOwnWarning"]() : m["playerGroups.takeWarning"]()}
        </ConfirmDialog>
      )}
    </div>
  );
}

export type Given = { holder: string; level: RightsLevel; email?: string; accountId?: string; userGroupId?: string };

function whomOf({ accountId, userGroupId }: HeldRight): Pick<Given, "accountId" | "userGroupId"> {
  if (accountId !== undefined) return { accountId };
  return userGroupId === undefined ? {} : { userGroupId };
}
