import { listOrganizations } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { useEffect, useEffectEvent } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { Select } from "#/ui/select.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { userTexts } from "./user-words.ts";

interface OrganizationChoiceProps {
  value: string;
  onChange: (organizationId: string) => void;
  /** What the choice of none means, where it means something. */
  noneText?: string | undefined;
  hint?: string;
  error?: string | undefined;
}

/** The organizations one manages; the only one is chosen already. */
export function OrganizationChoice({ value, onChange, noneText, hint, error: refusal }: OrganizationChoiceProps) {
  const { data, error, refetch } = useEndpoint(listOrganizations);
  const only = data?.length === 1 ? data[0]?.id : undefined;
  const isMissing = value === "" && noneText === undefined && only !== undefined;
  const chooseOnly = useEffectEvent(onChange);
  useEffect(() => {
    if (isMissing && only !== undefined) chooseOnly(only);
  }, [isMissing, only]);

  if (error !== null && data === undefined) {
    return (
      <FailureNotice failure={error.failure} onRetry={() => void refetch()}>
        {m["users.organizationsFailed"]({ reason: failureText(error.failure, userTexts) })}
      </FailureNotice>
    );
  }
  if (data === undefined) return <Pending>{m["users.organizationsLoading"]()}</Pending>;
  return (
    <Select
      label={m["users.organization"]()}
      hint={hint}
      error={refusal}
      name="organizationId"
      placeholder={noneText ?? m["users.selectOrganization"]()}
      options={data.map(({ id, organization_key }) => ({ value: id, label: organization_key }))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
