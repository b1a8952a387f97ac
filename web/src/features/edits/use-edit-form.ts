import { useDraft } from "#/shell/session-end.ts";
import { merged, isSame } from "./edit-values.ts";
import type { FormValues } from "./kept-values.ts";
import { isSameForm, useKeptValues } from "./use-kept-form.ts";
import type { KeptForm } from "./use-kept-form.ts";

/**
 * A form over something that other users may edit meanwhile. Its caller sends the touched fields. With them go fields that they need, such as
 * the organization of roles.
 */
export interface EditForm<T extends FormValues> extends KeptForm<T> {
  isTouched: (field: keyof T) => boolean;
  /** Takes over the server's present values in untouched fields. */
  follow: (fresh: T) => void;
  /** Takes over a saved value: `sent` was saved, and the server now has `fresh`. Input since the press stays, and counts as touched. */
  takeSaved: (sent: T, fresh: T) => void;
  /** Shows another part of the same thing, such as the roles in another organization. The fields of `part` begin untouched. */
  switchTo: (part: Partial<T>) => void;
}

/** `shown` has all editable values and the version as text. The draft is compared with the values of that version. */
export function useEditForm<T extends FormValues>(name: string, shown: T): EditForm<T> {
  const { keep: keepForm, ...form } = useKeptValues(name, shown);
  // Stored too, to tell the draft from another user's changes after the next login.
  const base = useKeptValues(`${name}:base`, shown);
  useDraft({
    isTouched: () => !isSameForm(form.now(), base.now()),
    keep: () => {
      keepForm();
      base.keep();
    },
  });
  return {
    ...form,
    isTouched: (field) => !isSame(form.values[field], base.values[field]),
    reset: (fresh) => {
      base.reset(fresh);
      form.reset(fresh);
    },
    takeSaved: (sent, fresh) => {
      base.reset(fresh);
      form.reset(merged(form.now(), sent, fresh));
    },
    follow: (fresh) => {
      form.change(merged(form.now(), base.now(), fresh));
      base.change(fresh);
    },
    switchTo: (part) => {
      base.change(part);
      form.change(part);
    },
  };
}
