import { useRef, useState } from "react";
import { ApiError } from "./api-error.ts";
import type { Failure } from "./api-error.ts";

/** What a button or a form does, one at a time. */
export interface Deed {
  isBusy: boolean;
  /** Why the last one was refused; gone when the next begins. */
  failure: Failure | undefined;
  act: (work: () => Promise<void>) => Promise<void>;
  forget: () => void;
}

/** `initial`: why a form that left the page was refused. */
export function useDeed(initial?: Failure): Deed {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState(initial);
  // Two presses may come before the page is drawn again.
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
