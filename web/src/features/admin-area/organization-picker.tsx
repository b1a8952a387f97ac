import { searchOrganizations } from "@storyport/contract/organizations";
import type { OrganizationName } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { useEffect, useEffectEvent, useState } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useEndpoint, useListEndpoint } from "#/api/use-endpoint.ts";
import { Combobox } from "#/ui/combobox.tsx";
import type { FieldTexts } from "#/ui/field.tsx";
import { Select } from "#/ui/select.tsx";
import type { SelectOption } from "#/ui/select.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { FailureNotice } from "./failure-notice.tsx";
import { useDebounced } from "./use-debounced.ts";

/** A select offers at most this many organizations; more need a search. */
const limit = "20";
/** Milliseconds without a key before the search starts. */
const pause = 200;

export type OrganizationPickerProps = Pick<FieldTexts, "hint" | "error"> & {
  label: string;
  /** The text of the empty choice. */
  placeholder: string;
  /** The id of an organization, "" for none. */
  value: string;
  onChange: (organizationId: string) => void;
  name?: string;
  /** Chooses the only organization by itself. */
  choosesOnly?: boolean;
};

/** Chooses one of the organizations that the user manages: a select for few, a search field for many. */
export function OrganizationPicker({ choosesOnly = false, ...props }: OrganizationPickerProps) {
  const { data, error, refetch } = useEndpoint(searchOrganizations, { query: { limit } });
  const only = choosesOnly && props.value === "" && data?.page.entityCount === 1 ? data.results[0]?.id : undefined;
  const chooseOnly = useEffectEvent(props.onChange);
  useEffect(() => {
    if (only !== undefined) chooseOnly(only);
  }, [only]);
  if (error !== null && data === undefined) {
    return (
      <FailureNotice failure={error.failure} onRetry={() => void refetch()}>
        {m["users.organizationsFailed"]({ reason: reasonText(error.failure) })}
      </FailureNotice>
    );
  }
  if (data === undefined) return <Pending>{m["users.organizationsLoading"]()}</Pending>;
  if (data.page.entityCount > data.results.length) return <OrganizationSearch {...props} />;
  const { onChange, ...rest } = props;
  return <Select {...rest} options={data.results.map(asOption)} onChange={(event) => onChange(event.currentTarget.value)} />;
}

function OrganizationSearch({ label, value, onChange, ...rest }: OrganizationPickerProps) {
  const [typed, setTyped] = useState("");
  const query = useDebounced(typed.trim(), pause);
  const { data, error, isPlaceholderData, refetch } = useListEndpoint(searchOrganizations, [{ query: { query, limit } }]);
  const isWaiting = error === null && (query !== typed.trim() || data === undefined || isPlaceholderData);
  const [chosen, setChosen] = useChosen(value);
  return (
    <>
      <Combobox
        {...rest}
        label={label}
        listLabel={m["area.organizations"]()}
        value={value}
        chosenText={chosen}
        options={error === null ? (data?.results ?? []).map(asOption) : []}
        isWaiting={isWaiting}
        status={isWaiting || data === undefined ? m["area.searching"]() : howMany(data)}
        unchosenText={m["area.optionUnchosen"]()}
        onType={setTyped}
        onChange={(id, option) => {
          setChosen(option);
          onChange(id);
        }}
      />
      {error !== null && (
        <FailureNotice failure={error.failure} onRetry={() => void refetch()}>
          {m["users.organizationsFailed"]({ reason: reasonText(error.failure) })}
        </FailureNotice>
      )}
    </>
  );
}

/** The name of the chosen organization. It is fetched if the choice came from the address. An unknown id is shown as it is. */
function useChosen(value: string): [string, (option: SelectOption | undefined) => void] {
  const [chosen, setChosen] = useState<SelectOption>();
  const isKnown = value === "" || chosen?.value === value;
  const { data } = useListEndpoint(searchOrganizations, isKnown ? undefined : [{ query: { query: value, limit: "1" } }]);
  if (value === "") return ["", setChosen];
  if (chosen?.value === value) return [chosen.label, setChosen];
  const found = data?.results.find(({ id }) => id === value);
  return [found?.organization_key ?? (data === undefined ? "" : value), setChosen];
}

function howMany({
  results: { length: count },
  page: { entityCount: total },
}: {
  results: readonly unknown[];
  page: { entityCount: number };
}) {
  if (total === 0) return m["organizations.none"]();
  return count < total ? m["area.optionsShown"]({ count, total }) : m["area.optionsFound"]({ count });
}

function asOption({ id, organization_key }: OrganizationName): SelectOption {
  return { value: id, label: organization_key };
}
