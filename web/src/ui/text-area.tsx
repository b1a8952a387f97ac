import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { Field, useFieldIds } from "./field.tsx";
import type { FieldTexts } from "./field.tsx";
import styles from "./field.module.css";

export type TextAreaProps = FieldTexts & Omit<ComponentProps<"textarea">, "aria-describedby" | "aria-invalid">;

/** A native textarea with its label, hint and error. */
export function TextArea({ label, hint, error, optionalText, id, className, ...native }: TextAreaProps) {
  const texts = { label, hint, error, optionalText };
  const ids = useFieldIds(texts, id);
  return (
    <Field texts={texts} ids={ids}>
      <textarea
        {...native}
        id={ids.id}
        className={classes(styles["control"], className)}
        aria-describedby={ids.describedBy}
        aria-invalid={ids.errorId === undefined ? undefined : true}
      />
    </Field>
  );
}
