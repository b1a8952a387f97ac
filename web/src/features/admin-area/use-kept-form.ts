import { useEffect, useRef, useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import { useUser } from "#/shell/portal.ts";
import { dropKeptValues, keepValues, readKeptValues } from "./kept-values.ts";
import type { FormValues } from "./kept-values.ts";

/** A form whose draft survives the end of the session. Show `KeptFormNotice` above its fields. */
export interface KeptForm<T extends FormValues> {
  values: T;
  /** Returns the present values, for code that has waited since the render. */
  now: () => T;
  /** Changes some of the values. */
  change: (part: Partial<T>) => void;
  /** Replaces all values. */
  reset: (values: T) => void;
  /** The values come from before the session ended. */
  wasKept: boolean;
  hasEnded: boolean;
}

/** `form` names the form in this tab, such as "create-user". `initial` is read once. `failure` is the last failure of sending it. */
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
