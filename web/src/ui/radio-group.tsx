import styles from "./choice.module.css";
import { ChoiceOptionLine } from "./choice-option.tsx";
import type { ChoiceOption } from "./choice-option.tsx";
import { FieldGroup, useFieldIds } from "./field.tsx";
import type { FieldTexts } from "./field.tsx";

/** `label` is the legend. Give `value` with `onChange`, or `defaultValue` for a form that reads FormData. */
export type RadioGroupProps = FieldTexts & {
  name: string;
  options: readonly ChoiceOption[];
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: (value: string) => void;
  required?: boolean;
  id?: string;
  /** Lines below each other, or large tiles with pictures (for children). */
  layout?: "lines" | "tiles";
};

/** Native radios under one legend. */
export function RadioGroup({ name, options, value, defaultValue, onChange, required, id, layout, ...texts }: RadioGroupProps) {
  const ids = useFieldIds(texts, id);
  return (
    <FieldGroup texts={texts} ids={ids}>
      <div className={layout === "tiles" ? styles["tiles"] : undefined}>
        {options.map((option) => (
          <ChoiceOptionLine
            key={option.value}
            id={`${ids.id}-${option.value}`}
            type="radio"
            name={name}
            option={option}
            tile={layout === "tiles"}
            required={required}
            checked={value === undefined ? undefined : value === option.value}
            defaultChecked={value === undefined && defaultValue !== undefined ? defaultValue === option.value : undefined}
            onChange={() => onChange?.(option.value)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
