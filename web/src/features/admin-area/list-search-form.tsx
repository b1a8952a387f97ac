import { limits } from "@storyport/contract/limits";
import { useEffect, useRef } from "react";
import { Button } from "#/ui/button.tsx";
import { SearchForm } from "#/ui/search-form.tsx";
import { TextField } from "#/ui/text-field.tsx";

interface ListSearchFormProps {
  label: string;
  button: string;
  /** What is searched for now, as the address says. */
  filter: string;
  required?: boolean;
  onSearch: (text: string) => void;
}

/** The one input of a search; what is sent is trimmed (specification, section 5). */
export function ListSearchForm({ label, button, filter, required = false, onSearch }: ListSearchFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef(filter);
  // Another address brings another text: back and forward show what was searched for then. One's own search is in the field already,
  // with what was typed since.
  useEffect(() => {
    if (field.current !== null && shown.current !== filter) field.current.value = filter;
    shown.current = filter;
  }, [filter]);
  return (
    <SearchForm
      onSubmit={(event) => {
        event.preventDefault();
        if (field.current === null) return;
        const text = field.current.value.trim();
        field.current.value = text;
        shown.current = text;
        onSearch(text);
      }}
      button={<Button type="submit">{button}</Button>}
    >
      <TextField
        ref={field}
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
