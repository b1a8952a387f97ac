import { useState } from "react";
import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { Field, useFieldIds } from "./field.tsx";
import type { FieldTexts } from "./field.tsx";
import fieldStyles from "./field.module.css";
import styles from "./password-field.module.css";
import { useInBrowser } from "./use-in-browser.ts";
import { VisuallyHidden } from "./visually-hidden.tsx";

export type PasswordFieldProps = FieldTexts &
  Omit<ComponentProps<"input">, "type" | "aria-describedby" | "aria-invalid"> & {
    /** The words of the control, such as "Show" and "Hide". */
    showText: string;
    hideText: string;
    /** The accessible names, such as "Show password". Default: the words. */
    showLabel?: string;
    hideLabel?: string;
  };

/** A password input with a button that shows the password. Without script it is a plain password input. */
export function PasswordField({ label, hint, error, optionalText, id, className, ...rest }: PasswordFieldProps) {
  const { showText, hideText, showLabel, hideLabel, ...native } = rest;
  const texts = { label, hint, error, optionalText };
  const ids = useFieldIds(texts, id);
  const [shown, setShown] = useState(false);
  // Not on the server: without script the button would do nothing.
  const hasScript = useInBrowser(() => true);
  return (
    <Field texts={texts} ids={ids}>
      <span className={styles["frame"]}>
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...native}
          id={ids.id}
          type={shown ? "text" : "password"}
          className={classes(fieldStyles["control"], styles["input"], className)}
          aria-describedby={ids.describedBy}
          aria-invalid={ids.errorId === undefined ? undefined : true}
        />
        {hasScript && (
          <button type="button" className={styles["toggle"]} aria-controls={ids.id} onClick={() => setShown(!shown)}>
            {/* Not by aria-label: a search for the field by its label must find the field alone. */}
            <span aria-hidden>{shown ? hideText : showText}</span>
            <VisuallyHidden>{shown ? (hideLabel ?? hideText) : (showLabel ?? showText)}</VisuallyHidden>
          </button>
        )}
      </span>
    </Field>
  );
}
