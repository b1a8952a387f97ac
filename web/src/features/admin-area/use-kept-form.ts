import { useEffect, useRef, useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import { useUser } from "#/shell/portal.ts";
import { dropKeptValues, keepValues, readKeptValues } from "./kept-values.ts";
import type { FormValues } from "./kept-values.ts";

/** The values of a form that are not lost when the session ends while it is open. Show `KeptFormNotice` above its fields. */
export interface KeptForm<T extends FormValues> {
  values: T;
  /** The values at this moment, for who has waited since the page was drawn. */
  now: () => T;
  /** Changes some of the values. */
  change: (part: Partial<T>) => void;
  /** Starts again from these. */
  reset: (values: T) => void;
  /** The values are those of before the session ended. */
  wasKept: boolean;
  hasEnded: boolean;
}

/** `form` names it in this tab, such as "create-user"; `initial` counts once; `failure` is what its sending last met. */
export function useKeptForm<T extends FormValues>(form: string, initial: T, failure: Failure | undefined): KeptForm<T> {
  const { accountId } = useUser();
  const [kept] = useState(() => readKeptValues({ form, accountId }, initial));
  const [wasKept, setWasKept] = useState(kept !== undefined);
  const [values, setValues] = useState(kept ?? initial);
  const latest = useRef(values);
  const set = (next: T) => {
    latest.current = next;
    setValues(next);
  };
  const hasEnded = failure?.status === 401;
  useEffect(() => {
    if (hasEnded) keepValues({ form, accountId }, values);
    else dropKeptValues(form);
  }, [hasEnded, form, accountId, values]);
  return {
    values,
    now: () => latest.current,
    change: (part) => set({ ...latest.current, ...part }),
    reset: (fresh) => {
      set(fresh);
      setWasKept(false);
    },
    wasKept,
    hasEnded,
  };
}
