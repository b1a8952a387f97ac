import { waits } from "@storyport/contract/limits";
import { useEffect, useReducer, useState } from "react";
import type { Portal } from "#/shell/portal.ts";
import { firstStep, handOverToGame } from "./hand-over.ts";
import type { HandOverStep, HandOverTask } from "./hand-over.ts";
import { createHandOverMemory } from "./hand-over-memory.ts";

export interface HandOverControls {
  step: HandOverStep;
  /** Asks for a new code, for another organization if one is named; for a hand-over that failed or ran out. */
  tryAgain: (orgId?: string) => void;
  /** Says yes to a request that came from elsewhere. */
  consent: () => void;
  /** Waits once more for the game; for somebody who just opened it by hand. */
  watchAgain: () => void;
}

export type HandOverTools = Pick<Portal, "call" | "loginState">;

/**
 * Runs one hand-over for as long as its screen is open. The wait before the call is also what makes React's double effects in
 * development one call: the first is taken back before it begins.
 */
export function useHandOver(firstTask: HandOverTask, tools: HandOverTools): HandOverControls {
  const [memory] = useState(createHandOverMemory);
  const [task, setTask] = useState(firstTask);
  const [step, report] = useState<HandOverStep>(() => firstStep(firstTask, memory));
  const [round, nextRound] = useReducer((count: number) => count + 1, 0);
  const { call, loginState } = tools;

  useEffect(() => {
    const left = new AbortController();
    const goTo = (href: string) => {
      // To a page of the game this one leaves, and nobody is here to see the arrival: left behind, the request would wait in other tabs.
      if (/^https?:/.test(href)) loginState.clear();
      location.assign(href);
    };
    const onArrived = () => loginState.clear();
    const start = () => void handOverToGame(task, { call, memory, report, goTo, onArrived, signal: left.signal });
    const timer = setTimeout(start, waits.beforeGameCallback);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [task, call, loginState, memory, round]);

  const beginAgain = (next: HandOverTask) => {
    memory.forget();
    setTask(next);
    report({ step: "asking" });
    nextRound();
  };
  const tryAgain = (orgId = task.orgId) => beginAgain({ ...task, orgId });
  const consent = () => beginAgain({ ...task, isConfirmed: true });
  return { step, tryAgain, consent, watchAgain: nextRound };
}
