import type { ReactNode } from "react";
import styles from "./choice.module.css";
import { ChoiceOptionLine } from "./choice-option.tsx";
import type { ChoiceOption } from "./choice-option.tsx";
import { FieldGroup, useFieldIds } from "./field.tsx";
import type { FieldTexts } from "./field.tsx";

/** `label` is the legend. */
export type CheckboxListProps = FieldTexts & {
  name: string;
  options: readonly ChoiceOption[];
  selected?: readonly string[];
  onChange?: (selected: string[]) => void;
  /** Shown in place of the list if there are no options. */
  empty?: ReactNode;
};

/** Native checkboxes under one legend, in as many columns as fit. A disabled checkbox says why. */
export function CheckboxList({ name, options, selected, onChange, empty, ...texts }: CheckboxListProps) {
  const ids = useFieldIds(texts);
  const toggle = (value: string, on: boolean) => {
    const others = (selected ?? []).filter((one) => one !== value);
    onChange?.(on ? [...others, value] : others);
  };
  return (
    <FieldGroup texts={texts} ids={ids}>
      {options.length === 0 && empty}
      <div className={styles["columns"]}>
        {options.map((option) => (
          <ChoiceOptionLine
            key={option.value}
            id={`${ids.id}-${option.value}`}
            type="checkbox"
            name={name}
            option={option}
            checked={selected?.includes(option.value)}
            onChange={(event) => toggle(option.value, event.currentTarget.checked)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
