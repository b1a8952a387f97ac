import type { Failure } from "#/api/api-error.ts";
import { followed, isSame } from "./edit-values.ts";
import type { FormValues } from "./kept-values.ts";
import { useKeptForm } from "./use-kept-form.ts";
import type { KeptForm } from "./use-kept-form.ts";

/** A form over something that others may change meanwhile: only what was touched is to be sent. */
export interface EditForm<T extends FormValues> extends KeptForm<T> {
  isTouched: (field: keyof T) => boolean;
  /** What is there now has changed: whatever was not touched follows it. */
  follow: (fresh: T) => void;
  /** `sent` was saved, and is now as in `fresh`: what was typed since the press stays, and is touched. */
  settle: (sent: T, fresh: T) => void;
  /** The form turns to another part of the same thing: nothing of it is touched. */
  turnTo: (part: Partial<T>) => void;
}

/** `shown` has everything that can be edited and the version, as a text: what was typed was typed on the ground of that one. */
export function useEditForm<T extends FormValues>(name: string, shown: T, failure: Failure | undefined): EditForm<T> {
  const form = useKeptForm(name, shown, failure);
  // Kept as well: after the next login it tells what was typed from what somebody else changed in between.
  const ground = useKeptForm(`${name}:ground`, shown, failure);
  return {
    ...form,
    isTouched: (field) => !isSame(form.values[field], ground.values[field]),
    reset: (fresh) => {
      ground.reset(fresh);
      form.reset(fresh);
    },
    settle: (sent, fresh) => {
      ground.reset(fresh);
      form.reset(followed(form.now(), sent, fresh));
    },
    follow: (fresh) => {
      form.change(followed(form.now(), ground.now(), fresh));
      ground.change(fresh);
    },
    turnTo: (part) => {
      ground.change(part);
      form.change(part);
    },
  };
}
