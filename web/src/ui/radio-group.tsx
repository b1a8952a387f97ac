import { ChoiceOptionLine } from "./choice-option.tsx";
import type { ChoiceOption } from "./choice-option.tsx";
import { FieldGroup, useFieldIds } from "./field.tsx";
import type { FieldTexts } from "./field.tsx";

/** `label` is the legend. */
export type RadioGroupProps = FieldTexts & {
  name: string;
  options: readonly ChoiceOption[];
  value?: string | undefined;
  onChange?: (value: string) => void;
};

/** Native radios under one legend. */
export function RadioGroup({ name, options, value, onChange, ...texts }: RadioGroupProps) {
  const ids = useFieldIds(texts);
  return (
    <FieldGroup texts={texts} ids={ids}>
      {options.map((option) => (
        <ChoiceOptionLine
          key={option.value}
          id={`${ids.id}-${option.value}`}
          type="radio"
          name={name}
          option={option}
          checked={value === undefined ? undefined : value === option.value}
          onChange={() => onChange?.(option.value)}
        />
      ))}
    </FieldGroup>
  );
}
