import { useRef, useState } from "react";
import { ApiError } from "./api-error.ts";
import type { Failure } from "./api-error.ts";

/** The state of an action that a button or form starts, one at a time. */
export interface Action {
  isBusy: boolean;
  /** The last action's refusal; cleared when the next action begins. */
  failure: Failure | undefined;
  act: (work: () => Promise<void>) => Promise<void>;
  forget: () => void;
}

/** `initial`: the refusal of a form that was submitted without a script. */
export function useAction(initial?: Failure): Action {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState(initial);
  // A second press may come before React draws the button again.
  const isUnderWay = useRef(false);
  const act = async (work: () => Promise<void>): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.failure);
    } finally {
      isUnderWay.current = false;
      setIsBusy(false);
    }
  };
  return { isBusy, failure, act, forget: () => setFailure(undefined) };
}
