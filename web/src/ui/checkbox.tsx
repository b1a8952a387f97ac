import type { ComponentProps, ReactNode, RefObject } from "react";
import boxStyles from "./choice-box.module.css";
import styles from "./choice.module.css";
import { classes } from "./classes.ts";
import { useFieldIds } from "./field.tsx";
import { useEarlyEntry } from "./use-early-entry.ts";

export type CheckboxProps = Omit<ComponentProps<"input">, "ref" | "type" | "aria-describedby" | "aria-invalid"> & {
  ref?: RefObject<HTMLInputElement | null>;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
};

/** One native checkbox; its whole line is the target. */
export function Checkbox({ label, hint, error, id, className, ref, ...native }: CheckboxProps) {
  const ids = useFieldIds({ label, hint, error }, id);
  const box = useEarlyEntry({ isNeeded: native.checked !== undefined, ref });
  return (
    <label className={classes(styles["choice"], styles["alone"], className)} htmlFor={ids.id}>
      <input
        {...native}
        ref={box}
        id={ids.id}
        type="checkbox"
        className={boxStyles["box"]}
        aria-labelledby={`${ids.id}-label`}
        aria-describedby={ids.describedBy}
        aria-invalid={ids.errorId === undefined ? undefined : true}
      />
      <span className={styles["words"]}>
        <span id={`${ids.id}-label`}>{label}</span>
        {ids.hintId !== undefined && (
          <span id={ids.hintId} className={styles["hint"]}>
            {hint}
          </span>
        )}
      </span>
      {ids.errorId !== undefined && (
        <span id={ids.errorId} className={styles["error"]}>
          {error}
        </span>
      )}
    </label>
  );
}
