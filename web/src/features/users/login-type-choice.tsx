import { listLoginTypes } from "@storyport/contract/login";
import { m } from "@storyport/texts/messages";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { RadioGroup } from "#/ui/radio-group.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { assignableLoginTypes, loginTypeName, userTexts } from "./user-words.ts";

interface LoginTypeChoiceProps {
  value: string;
  onChange: (loginType: string) => void;
  error?: string | undefined;
}

/** The enabled ways of logging in that are not hidden. Which of them cannot be given, only connected by its owner, says so. */
export function LoginTypeChoice({ value, onChange, error: refusal }: LoginTypeChoiceProps) {
  const { data, error, refetch } = useEndpoint(listLoginTypes);
  if (error !== null && data === undefined) {
    return (
      <FailureNotice failure={error.failure} onRetry={() => void refetch()}>
        {m["users.loginTypesFailed"]({ reason: failureText(error.failure, userTexts) })}
      </FailureNotice>
    );
  }
  if (data === undefined) return <Pending>{m["users.loginTypesLoading"]()}</Pending>;
  const offered = data.filter(({ enabled, hidden }) => enabled && !hidden);
  if (offered.length === 0) return <p>{m["users.noLoginTypes"]()}</p>;
  return (
    <RadioGroup
      label={m["users.loginType"]()}
      error={refusal}
      name="loginType"
      value={value}
      onChange={onChange}
      options={offered.map(({ type }) => ({
        value: type,
        label: loginTypeName(type),
        disabled: !assignableLoginTypes.includes(type),
        reason: m["users.loginTypeConnected"](),
      }))}
    />
  );
}
