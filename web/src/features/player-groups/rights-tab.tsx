import { limits } from "@storyport/contract/limits";
import { setPlayerGroupRight } from "@storyport/contract/player-groups";
import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useRefresh, useSend } from "#/api/use-endpoint.ts";
import { ConfirmAction } from "#/shell/confirm-action.tsx";
import { hasMovedOn } from "#/shell/has-moved-on.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { useUser } from "#/shell/portal.ts";
import { Notice } from "#/ui/notice.tsx";
import { NotOnPaper } from "#/ui/paper.tsx";
import { GiveColleagueForm } from "./give-colleague-form.tsx";
import { GiveUserGroupForm } from "./give-user-group-form.tsx";
import { groupFormTexts } from "./group-texts.ts";
import { receiverOf } from "./held-right.ts";
import type { Given, HeldRight } from "./held-right.ts";
import styles from "./player-groups.module.css";
import { RightsList } from "./rights-list.tsx";
import { rightsText } from "./rights-text.ts";

type Place = "list" | "colleague" | "userGroup";

interface RightsTabProps {
  group: PlayerGroupDetails;
  rights: readonly HeldRight[];
}

/** The form checks an address itself, so the only invalid input is a right too many of a user group. */
const texts = {
  ...groupFormTexts,
  "errors.invalidInput": () => m["playerGroups.userGroupFull"]({ most: limits.rightsOfUserGroup.max }),
};

/** The rights on a group, for its owners. They cannot give more than they hold. */
export function RightsTab({ group, rights }: RightsTabProps) {
  const user = useUser();
  const { mutateAsync, error, isPending, reset } = useSend(setPlayerGroupRight);
  const refresh = useRefresh();
  const [done, setDone] = useState<{ words: string; takesFocus: boolean }>();
  const [taking, setTaking] = useState<HeldRight>();
  /** Where the last change was made, which is where its result is shown. */
  const [place, setPlace] = useState<Place>("list");

  const give = async (from: Place, { holder, level, ...receiver }: Given): Promise<boolean> => {
    const pressed = document.activeElement;
    setDone(undefined);
    setPlace(from);
    try {
      await mutateAsync([{ params: { playerGroupId: group.id }, body: { ...receiver, rightsType: level } }]);
    } catch {
      // The mutation's own error is shown below.
      return false;
    }
    // The pressed button is drawn again, or gone with its row or with the last user group. Only the form of an address keeps it.
    const takesFocus = from !== "colleague" && !hasMovedOn(pressed);
    setDone({ words: m["playerGroups.rightsSaved"]({ holder, level: rightsText(level) }), takesFocus });
    return true;
  };
  const handleTake = async (right: HeldRight) => {
    const isTaken = await give("list", { ...receiverOf(right), holder: right.holder, level: "NONE" });
    if (isTaken) setTaking(undefined);
  };
  const leave = () => {
    setTaking(undefined);
    // After a refusal the page's data may be outdated.
    if (error !== null) refresh();
    reset();
  };

  const resultAt = (shown: Place) => (
    <>
      {error !== null && taking === undefined && place === shown && (
        <FailureNotice takesFocus={error}>{failureText(error.failure, texts)}</FailureNotice>
      )}
      {done !== undefined && place === shown && (
        <Notice takesFocus={done.takesFocus} tone="success">
          {done.words}
        </Notice>
      )}
    </>
  );

  return (
    <>
      <p>{m["playerGroups.rightsIntro"]()}</p>
      {resultAt("list")}
      <RightsList
        group={group}
        rights={rights}
        isBusy={isPending}
        onChange={(right, level) => void give("list", { ...receiverOf(right), holder: right.holder, level })}
        onTake={(right) => {
          reset();
          setTaking(right);
        }}
      />
      <NotOnPaper>
        <div className={styles["panels"]}>
          <GiveColleagueForm group={group} isBusy={isPending} result={resultAt("colleague")} onGive={(given) => give("colleague", given)} />
          {user.permissions.includes("view_user_group") && (
            <GiveUserGroupForm
              group={group}
              rights={rights}
              isBusy={isPending}
              result={resultAt("userGroup")}
              onGive={(given) => give("userGroup", given)}
            />
          )}
        </div>
      </NotOnPaper>
      {taking !== undefined && (
        <ConfirmAction
          title={m["playerGroups.takeQuestion"]({ holder: taking.holder })}
          confirmText={m["playerGroups.take"]()}
          cancelText={m["app.keep"]()}
          danger
          isBusy={isPending}
          failure={error?.failure}
          texts={groupFormTexts}
          onConfirm={() => void handleTake(taking)}
          onCancel={leave}
        >
          {taking.accountId === user.accountId ? m["playerGroups.takeOwnWarning"]() : m["playerGroups.takeWarning"]()}
        </ConfirmAction>
      )}
    </>
  );
}
