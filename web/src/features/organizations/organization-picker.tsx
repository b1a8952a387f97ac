import { searchOrganizations } from "@storyport/contract/organizations";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type { OrganizationName } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { ApiError } from "#/api/api-error.ts";
import { reasonText } from "#/api/failure-text.ts";
import { queryKeyOf, useEndpoint, useListEndpoint } from "#/api/use-endpoint.ts";
import type { FieldTexts } from "#/ui/field.tsx";
import { Select } from "#/ui/select.tsx";
import type { SelectOption } from "#/ui/select.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { usePortal } from "#/shell/portal.ts";
import { firstOrganizations, mostOffered } from "./first-organizations.ts";
import { PlainOrganizationSearch } from "./plain-organization-search.tsx";

/** Milliseconds without a key before the search starts. */
const pauseMs = 200;

/** The field for many brings a library along, which few pages need. Without its script the form stays, and a plain search takes its place. */
const Combobox = lazy(async () => {
  const late = await import("#/ui/combobox.tsx").catch(() => undefined);
  return { default: late?.Combobox ?? PlainOrganizationSearch };
});

export type OrganizationPickerProps = Pick<FieldTexts, "hint" | "error"> & {
  label: string;
  /** The text of the empty choice. */
  placeholder: string;
  /** The id of an organization, "" for none. */
  value: string;
  onChange: (organizationId: string) => void;
  name?: string;
};

/** Returns the id of the chosen organization, "" for none. A single organization counts as chosen. `isPicked`: the page shows the picker. */
export function useChosenOrganization(chosen: string, isPicked = true): string {
  const { data } = useListEndpoint(searchOrganizations, isPicked ? [firstOrganizations] : undefined);
  return chosen === "" && data?.page.entityCount === 1 ? (data.results[0]?.id ?? "") : chosen;
}

/** Chooses one of the organizations that the user manages: a select for few, a search field for many. */
export function OrganizationPicker(props: OrganizationPickerProps) {
  const { data, error, refetch } = useEndpoint(searchOrganizations, firstOrganizations);
  if (error !== null && data === undefined) {
    return (
      <FailureNotice onRetry={() => void refetch()}>{m["users.organizationsFailed"]({ reason: reasonText(error.failure) })}</FailureNotice>
    );
  }
  const loading = <Pending>{m["users.organizationsLoading"]()}</Pending>;
  if (data === undefined) return loading;
  if (data.page.entityCount > data.results.length) {
    return (
      <Suspense fallback={loading}>
        <OrganizationSearch {...props} />
      </Suspense>
    );
  }
  const { onChange, ...rest } = props;
  return <Select {...rest} options={data.results.map(asOption)} onChange={(event) => onChange(event.currentTarget.value)} />;
}

function OrganizationSearch({ label, value, onChange, ...rest }: OrganizationPickerProps) {
  const [typed, setTyped] = useState("");
  const { data, error, isPlaceholderData, refetch } = useTypedSearch(typed.trim());
  const isWaiting = error === null && (data === undefined || isPlaceholderData);
  const found = isWaiting || data === undefined ? m["area.searching"]() : howMany(data);
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
        status={error === null ? found : ""}
        unchosenText={m["area.optionUnchosen"]()}
        onType={setTyped}
        onChange={(id, option) => {
          setChosen(option);
          onChange(id);
        }}
      />
      {error !== null && (
        <FailureNotice onRetry={() => void refetch()}>
          {m["users.organizationsFailed"]({ reason: reasonText(error.failure) })}
        </FailureNotice>
      )}
    </>
  );
}

/** Searches on the server while the user types. The next key cancels a search that still waits. */
function useTypedSearch(text: string) {
  const { call } = usePortal();
  const input = { query: { query: text, limit: mostOffered } };
  return useQuery<ResponseOf<typeof searchOrganizations>, ApiError>({
    queryKey: queryKeyOf(searchOrganizations, input),
    queryFn: async ({ signal }) => {
      if (text !== "") await pause(signal);
      return await call(searchOrganizations, input);
    },
    placeholderData: keepPreviousData,
  });
}

async function pause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  signal.throwIfAborted();
}

/**
 * The name of the chosen organization. A choice from a draft or from the address is only an id, so it is searched. An unknown id is shown as
 * it is.
 */
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
