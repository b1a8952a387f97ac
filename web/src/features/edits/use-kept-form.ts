import { useEffect, useRef, useState } from "react";
import { useUser } from "#/shell/portal.ts";
import { useDraft } from "#/shell/session-end.ts";
import { isSame } from "./edit-values.ts";
import { dropKeptValues } from "./drop-kept-values.ts";
import { keepValues, readKeptValues } from "./kept-values.ts";
import type { FormValues } from "./kept-values.ts";

/** A form whose draft survives the end of the session. Show `KeptFormNotice` above its fields. */
export interface KeptForm<T extends FormValues> {
  values: T;
  /** Returns the present values, for code that has waited since the render. */
  now: () => T;
  /** Changes some of the values. */
  change: (part: Partial<T>) => void;
  /** Replaces all values. They are no draft until the next change. */
  reset: (values: T) => void;
  /** The values come from before the session ended. */
  wasKept: boolean;
}

/** A form whose values create or change something when they are sent. */
export interface SentForm<T extends FormValues> extends KeptForm<T> {
  /** `sent` is no draft any more, because the server has done it. What the user typed since then stays a draft. */
  takeSent: (sent: T) => void;
}

/** `form` names the form in this tab, such as "create-user". `initial` is read once. */
export function useKeptForm<T extends FormValues>(form: string, initial: T): SentForm<T> {
  const { keep, ...kept } = useKeptValues(form, initial);
  const untouched = useRef(initial);
  useDraft({ isTouched: () => !isSameForm(kept.now(), untouched.current), keep });
  return {
    ...kept,
    reset: (fresh) => {
      untouched.current = fresh;
      kept.reset(fresh);
    },
    takeSent: (sent) => {
      untouched.current = sent;
      // The values stay, and no longer count as kept.
      kept.reset(kept.now());
    },
  };
}

/** The order of choices and spaces around texts make no difference. */
export function isSameForm<T extends FormValues>(values: T, others: T): boolean {
  return Object.entries(values).every(([field, value]) => isSame(value, others[field]));
}

/** Values that can be stored with `keep`. The next component with the same name takes them over once. */
export function useKeptValues<T extends FormValues>(form: string, initial: T): KeptForm<T> & { keep: () => void } {
  const { accountId } = useUser();
  const [kept] = useState(() => readKeptValues({ form, accountId }, initial));
  const [wasKept, setWasKept] = useState(kept !== undefined);
  const [values, setValues] = useState(kept ?? initial);
  const latest = useRef(values);
  const set = (next: T) => {
    latest.current = next;
    setValues(next);
  };
  useEffect(() => dropKeptValues(form), [form]);
  return {
    values,
    now: () => latest.current,
    change: (part) => set({ ...latest.current, ...part }),
    reset: (fresh) => {
      set(fresh);
      setWasKept(false);
    },
    wasKept,
    keep: () => keepValues({ form, accountId }, latest.current),
  };
}
