import { issueBadges, issueOneTimeCodes, listBadges, reprintBadges, voidBadges, voidOneTimeCodes } from "@storyport/contract/qr-login";
import type { BadgeEntry, OneTimeCode } from "@storyport/contract/qr-login";
import { useRef, useState } from "react";
import { useAction } from "#/api/use-action.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { usePortal } from "#/shell/portal.ts";

/** The ids of students, or all of the class. */
export type Chosen = readonly string[] | "all";

/** The result of the last action: badges to print, codes to say aloud, or whose badges or codes have ended. A refused action has none. */
export type ActionResult =
  // `isAll`: of the whole class.
  | { is: "badges"; badges: BadgeEntry[]; isAll: boolean }
  | { is: "codes"; codes: OneTimeCode[] }
  | { is: "badgesEnded"; of: Chosen }
  | { is: "codesEnded"; of: Chosen };

/** The students of a group, and all actions on their ways to log in. One action at a time. */
export function useGroupBadges(playerGroupId: string) {
  const { call } = usePortal();
  const params = { playerGroupId };
  const list = useEndpoint(listBadges, { params });
  const action = useAction();
  const { isBusy, failure } = action;
  const [result, setResult] = useState<ActionResult>();
  const pressed = useRef<Element>(null);

  /** Resolves with false after a refusal, which `failure` then has, and while another action runs. */
  const act = (work: () => Promise<ActionResult>): Promise<boolean> => {
    pressed.current = document.activeElement;
    return action.act(async () => setResult(await work()));
  };

  const whose = (chosen: Chosen) => ({ params, body: chosen === "all" ? {} : { studentUserIds: [...chosen] } });
  return {
    playerGroupId,
    list,
    isBusy,
    failure,
    result,
    /** Removes the result, and returns the focus to the button that was pressed for it. If that is gone, the heading gets it. */
    closeResult: () => {
      setResult(undefined);
      const { current } = pressed;
      const target = current instanceof HTMLElement && current.isConnected ? current : document.querySelector<HTMLElement>("main h1");
      target?.focus();
    },
    issue: (chosen: Chosen) => act(async () => ({ is: "badges", badges: await call(issueBadges, whose(chosen)), isAll: chosen === "all" })),
    reprint: (chosen: Chosen) =>
      act(async () => ({ is: "badges", badges: await call(reprintBadges, whose(chosen)), isAll: chosen === "all" })),
    endBadges: (chosen: Chosen) =>
      act(async () => {
        await call(voidBadges, whose(chosen));
        return { is: "badgesEnded", of: chosen };
      }),
    giveCodes: (chosen: Chosen) => act(async () => ({ is: "codes", codes: await call(issueOneTimeCodes, whose(chosen)) })),
    endCodes: (chosen: Chosen) =>
      act(async () => {
        await call(voidOneTimeCodes, whose(chosen));
        return { is: "codesEnded", of: chosen };
      }),
  };
}

export type GroupBadges = ReturnType<typeof useGroupBadges>;
