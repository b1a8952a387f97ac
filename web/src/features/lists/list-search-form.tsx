import { limits } from "@storyport/contract/limits";
import { Button } from "#/ui/button.tsx";
import { SearchForm } from "#/ui/search-form.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { useFieldsKey } from "./use-fields-key.ts";

interface ListSearchFormProps {
  label: string;
  button: string;
  /** The present search text in the address. */
  filter: string;
  required?: boolean;
  onSearch: (text: string) => void;
}

/** The search field of a list. It trims the text before it submits (specification, section 5). */
export function ListSearchForm({ label, button, filter, required = false, onSearch }: ListSearchFormProps) {
  const { fieldsKey, sends } = useFieldsKey(filter);
  return (
    <SearchForm
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem("filter");
        if (!(field instanceof HTMLInputElement)) return;
        const text = field.value.trim();
        field.value = text;
        // Blanks alone were enough for `required`.
        if (!field.reportValidity()) return;
        // The form caused the next change of the address, so its fields are not reset by that change.
        sends(text);
        onSearch(text);
      }}
      button={<Button type="submit">{button}</Button>}
    >
      <TextField
        key={fieldsKey}
        label={label}
        name="filter"
        type="search"
        defaultValue={filter}
        maxLength={limits.search.maxQuery}
        autoComplete="off"
        spellCheck={false}
        required={required}
      />
    </SearchForm>
  );
}
