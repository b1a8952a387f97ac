import type { ComponentProps, ReactNode } from "react";
import boxStyles from "./choice-box.module.css";
import styles from "./choice.module.css";

export type ChoiceOption = {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
  /** Why it is disabled, in words; shown and read out. */
  reason?: ReactNode;
};

type ChoiceOptionLineProps = Omit<ComponentProps<"input">, "value" | "id"> & {
  id: string;
  option: ChoiceOption;
};

/** One line of a group of radios or checkboxes. */
export function ChoiceOptionLine({ id, option, ...native }: ChoiceOptionLineProps) {
  const remark = option.disabled === true && option.reason !== undefined ? option.reason : option.hint;
  const remarkId = remark === undefined ? undefined : `${id}-remark`;
  return (
    <label className={styles["choice"]} htmlFor={id}>
      <input
        {...native}
        id={id}
        value={option.value}
        disabled={option.disabled}
        className={boxStyles["box"]}
        aria-labelledby={`${id}-label`}
        aria-describedby={remarkId}
      />
      <span className={styles["words"]}>
        <span id={`${id}-label`}>{option.label}</span>
        {remarkId !== undefined && (
          <span id={remarkId} className={styles["hint"]}>
            {remark}
          </span>
        )}
      </span>
    </label>
  );
}
