import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { Field, useFieldIds } from "./field.tsx";
import type { FieldTexts } from "./field.tsx";
import fieldStyles from "./field.module.css";
import styles from "./select.module.css";
import { useEarlyEntry } from "./use-early-entry.ts";

export type SelectOption = { value: string; label: string };

export type SelectProps = FieldTexts &
  Omit<ComponentProps<"select">, "children" | "ref" | "aria-describedby" | "aria-invalid"> & {
    options: readonly SelectOption[];
    /** The first, empty entry, such as "Choose a game". */
    placeholder?: string;
  };

/** A native select with its label, hint and error. */
export function Select({ label, hint, error, optionalText, id, className, options, placeholder, ...native }: SelectProps) {
  const texts = { label, hint, error, optionalText };
  const ids = useFieldIds(texts, id);
  const ref = useEarlyEntry<HTMLSelectElement>();
  return (
    <Field texts={texts} ids={ids}>
      <span className={styles["frame"]}>
        <select
          // Browsers restore old values on a page that the user comes back to. Such a value would override a newer choice.
          autoComplete="off"
          {...native}
          ref={ref}
          id={ids.id}
          className={classes(fieldStyles["control"], styles["select"], className)}
          aria-describedby={ids.describedBy}
          aria-invalid={ids.errorId === undefined ? undefined : true}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <svg className={styles["arrow"]} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="m3 5.5 5 5 5-5" fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" strokeWidth="2.2" />
        </svg>
      </span>
    </Field>
  );
}
