import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { Field, useFieldIds } from "./field.tsx";
import type { FieldTexts } from "./field.tsx";
import styles from "./field.module.css";

export type TextFieldProps = FieldTexts & Omit<ComponentProps<"input">, "aria-describedby" | "aria-invalid">;

/** A native input with label, hint and error tied to it. Everything an input takes may be passed on. */
export function TextField({ label, hint, error, optionalText, id, className, ...native }: TextFieldProps) {
  const texts = { label, hint, error, optionalText };
  const ids = useFieldIds(texts, id);
  return (
    <Field texts={texts} ids={ids}>
      <input
        type="text"
        {...native}
        id={ids.id}
        className={classes(styles["control"], className)}
        aria-describedby={ids.describedBy}
        aria-invalid={ids.errorId === undefined ? undefined : true}
      />
    </Field>
  );
}
