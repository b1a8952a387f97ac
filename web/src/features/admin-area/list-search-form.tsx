import { limits } from "@storyport/contract/limits";
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
  return (
    <SearchForm
      onSubmit={(event) => {
        event.preventDefault();
        const text = new FormData(event.currentTarget).get("filter");
        onSearch(typeof text === "string" ? text.trim() : "");
      }}
      button={<Button type="submit">{button}</Button>}
    >
      {/* Another address brings another text: back and forward show what was searched for then. */}
      <TextField
        key={filter}
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
