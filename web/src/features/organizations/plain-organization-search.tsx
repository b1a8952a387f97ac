import { m } from "@storyport/texts/messages";
import { useState } from "react";
import type { ComboboxProps } from "#/ui/combobox.tsx";
import { Select } from "#/ui/select.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";

/** Stands in for the combobox if its script did not arrive: a field to search in, and a native select of what was found. */
export function PlainOrganizationSearch({ value, chosenText, options, status, unchosenText, onType, onChange, ...rest }: ComboboxProps) {
  const { label, hint, error, optionalText, placeholder, name } = rest;
  const [typed, setTyped] = useState("");
  const isUnchosen = typed.trim() !== "" && value === "";
  // The choice stays in the list while the user searches for another.
  const isFound = value === "" || options.some((option) => option.value === value);
  const offered = isFound ? options : [{ value, label: chosenText }, ...options];
  return (
    <Stack>
      <TextField
        label={m["organizations.searchButton"]()}
        hint={<span role="status">{status}</span>}
        type="search"
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onType(currentTarget.value);
        }}
        onKeyDown={(event) => {
          // Enter would send the form around the field.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <Select
        {...{ label, hint, optionalText, name, value }}
        placeholder={placeholder ?? ""}
        options={offered}
        error={isUnchosen ? unchosenText : error}
        // Native form validation must not accept typed text as a choice.
        required={isUnchosen}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value;
          onChange(
            chosen,
            offered.find((option) => option.value === chosen),
          );
        }}
      />
    </Stack>
  );
}
