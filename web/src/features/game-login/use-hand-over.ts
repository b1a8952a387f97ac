import { waits } from "@storyport/contract/limits";
import { useEffect, useReducer, useState } from "react";
import type { Portal } from "#/shell/portal.ts";
import { firstStep, handOverToGame } from "./hand-over.ts";
import type { HandOverStep, HandOverTask } from "./hand-over.ts";
import { createHandOverMemory } from "./hand-over-memory.ts";

export interface HandOverControls {
  step: HandOverStep;
  /** Requests a new code after a hand-over that failed or expired, for another organization if given. */
  tryAgain: (orgId?: string) => void;
  /** Confirms a request that came from another site. */
  consent: () => void;
  /** Waits again for the game, after the user has opened it by hand. */
  watchAgain: () => void;
}

export type HandOverTools = Pick<Portal, "call" | "loginState" | "currentChoice">;

/**
 * Runs one hand-over while its screen is open. It waits a moment before the call, so that the user's name is painted. So React's double
 * effects in development also make one call, because the first is cancelled before it begins.
 */
export function useHandOver(firstTask: HandOverTask, tools: HandOverTools): HandOverControls {
  const [memory] = useState(createHandOverMemory);
  const [task, setTask] = useState(firstTask);
  const [step, report] = useState<HandOverStep>(() => firstStep(firstTask, memory));
  const [round, nextRound] = useReducer((count: number) => count + 1, 0);
  const { call, loginState, currentChoice } = tools;

  useEffect(() => {
    const left = new AbortController();
    const goTo = (href: string) => {
      // This page leaves for the game, so it will not see the arrival. A stored request would wait in other tabs.
      if (/^https?:/.test(href)) loginState.clear();
      location.assign(href);
    };
    // Not before, because a stranger's link may name an organization too. The next game of this tab gets it without a question.
    const onIssued = () => task.orgId !== undefined && currentChoice.chooseOrganization(task.orgId);
    const onArrived = () => loginState.clear();
    const start = () => void handOverToGame(task, { call, memory, report, goTo, onIssued, onArrived, signal: left.signal });
    const timer = setTimeout(start, waits.beforeGameCallback);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [task, call, loginState, currentChoice, memory, round]);

  const beginAgain = (next: HandOverTask) => {
    memory.forget();
    setTask(next);
    report({ step: "asking" });
    nextRound();
  };
  const tryAgain = (orgId?: string) => beginAgain(orgId === undefined ? task : { ...task, orgId, isOrgFromTab: false });
  const consent = () => beginAgain({ ...task, isConfirmed: true });
  return { step, tryAgain, consent, watchAgain: nextRound };
}
