import { useRef, useState } from "react";
import { ApiError } from "./api-error.ts";
import type { Failure } from "./api-error.ts";

/** An action that a button or form starts, one at a time. */
export interface Action {
  isBusy: boolean;
  /** The last action succeeded; cleared when the next action begins. */
  isDone: boolean;
  /** The last action's refusal; cleared when the next action begins. */
  failure: Failure | undefined;
  /**
   * Runs `work` unless an action is running. Resolves with true after success, with false after a refusal or without a run. Rejects with any
   * error that is no ApiError, because it is a bug.
   */
  act: (work: () => Promise<unknown>) => Promise<boolean>;
  /** Clears the result of the last action. */
  forget: () => void;
}

type Result = Partial<Pick<Action, "isDone" | "failure">>;

/** `before`: the result of a form that was submitted without a script. */
export function useAction(before: Result = {}): Action {
  const [isBusy, setIsBusy] = useState(false);
  const [{ isDone = false, failure }, setResult] = useState(before);
  // A second press may come before React draws the button again.
  const isUnderWay = useRef(false);
  const act = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isUnderWay.current) return false;
    isUnderWay.current = true;
    setIsBusy(true);
    setResult({});
    try {
      await work();
      setResult({ isDone: true });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setResult({ failure: error.failure });
      return false;
    } finally {
      isUnderWay.current = false;
      setIsBusy(false);
    }
  };
  return { isBusy, isDone, failure, act, forget: () => setResult({}) };
}

/** Opens another document. The action stays busy until the page is gone, so that no second press is possible. */
export async function leaveFor(address: string): Promise<never> {
  location.assign(address);
  return await untilGone();
}

/** Never resolves: the browser is leaving the page. */
export async function untilGone(): Promise<never> {
  return await new Promise<never>(() => undefined);
}
