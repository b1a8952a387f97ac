import { useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import type { FormValues } from "./kept-values.ts";
import { useKeptForm } from "./use-kept-form.ts";
import type { KeptForm } from "./use-kept-form.ts";

/** A form over something that others may change meanwhile: only what was touched is to be sent. */
export interface EditForm<T extends FormValues> extends KeptForm<T> {
  isTouched: (field: keyof T) => boolean;
  /** What is there now has changed: whatever was not touched follows it. */
  follow: (fresh: T) => void;
}

/** `shown` has everything that can be edited and the version, as a text: what was typed was typed on the ground of that one. */
export function useEditForm<T extends FormValues>(name: string, shown: T, failure: Failure | undefined): EditForm<T> {
  const [base, setBase] = useState(shown);
  const form = useKeptForm(name, shown, failure);
  const isTouched = (field: keyof T) => !isSame(form.values[field], base[field]);
  return {
    ...form,
    isTouched,
    reset: (fresh) => {
      setBase(fresh);
      form.reset(fresh);
    },
    follow: (fresh) => {
      setBase(fresh);
      const untouched = Object.entries(fresh).filter(([field]) => !isTouched(field));
      // Some of the entries of a T.
      form.change(Object.fromEntries(untouched) as Partial<T>);
    },
  };
}

/** Lists of choices have no order. */
function isSame(one: FormValues[string], other: FormValues[string]): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.toSorted().join("\n") === other.toSorted().join("\n");
}
