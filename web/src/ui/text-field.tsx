import type { ComponentProps, RefObject } from "react";
import { classes } from "./classes.ts";
import { Field, useFieldIds } from "./field.tsx";
import type { FieldTexts } from "./field.tsx";
import styles from "./field.module.css";
import { useEarlyEntry } from "./use-early-entry.ts";

export type TextFieldProps = FieldTexts &
  Omit<ComponentProps<"input">, "ref" | "aria-describedby" | "aria-invalid"> & { ref?: RefObject<HTMLInputElement | null> };

/** A native input with its label, hint and error. It accepts every property of an input. */
export function TextField({ label, hint, error, optionalText, id, className, ref, ...native }: TextFieldProps) {
  const texts = { label, hint, error, optionalText };
  const ids = useFieldIds(texts, id);
  // Keeps what the user typed before hydration. A field without a `value` keeps it by itself.
  const field = useEarlyEntry({ isNeeded: native.value !== undefined, ref });
  return (
    <Field texts={texts} ids={ids}>
      <input
        type="text"
        {...native}
        ref={field}
        id={ids.id}
        className={classes(styles["control"], className)}
        aria-describedby={ids.describedBy}
        aria-invalid={ids.errorId === undefined ? undefined : true}
      />
    </Field>
  );
}

/** Moves the focus to a field of a form, such as the first wrong field after a press of the button. */
export function focusField(form: HTMLFormElement, name: string): void {
  form.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
}
