import { listLoginTypes } from "@storyport/contract/login";
import type { LoginMethod } from "@storyport/contract/login";
import { assignableLoginTypes } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { useQuery } from "@tanstack/react-query";
import type { ApiError } from "#/api/api-error.ts";
import { reasonText } from "#/api/failure-text.ts";
import { endpointQuery } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { listed } from "#/shell/listed.ts";
import { usePortal } from "#/shell/portal.ts";
import { RadioGroup } from "#/ui/radio-group.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { loginMethodsOf } from "./login-methods.ts";
import { loginTypeName, userTexts } from "./user-words.ts";

interface LoginTypeChoiceProps {
  value: string;
  onChange: (loginType: string) => void;
  error?: string | undefined;
}

/** The enabled and visible ways to log in. Ways that only the owner can connect are disabled; the hint explains it. */
export function LoginTypeChoice({ value, onChange, error: refusal }: LoginTypeChoiceProps) {
  const { call } = usePortal();
  const query = { ...endpointQuery(call, listLoginTypes), select: loginMethodsOf };
  const { data, error, refetch } = useQuery<LoginMethod[], ApiError>(query);
  if (error !== null && data === undefined) {
    return (
      <FailureNotice onRetry={() => void refetch()}>
        {m["users.loginTypesFailed"]({ reason: reasonText(error.failure, userTexts) })}
      </FailureNotice>
    );
  }
  if (data === undefined) return <Pending>{m["users.loginTypesLoading"]()}</Pending>;
  const offered = data.filter(({ enabled, hidden }) => enabled && !hidden);
  const connected = offered.filter(({ type }) => !assignableLoginTypes.includes(type)).map(({ type }) => loginTypeName(type));
  if (offered.length === 0) return <p>{m["users.noLoginTypes"]()}</p>;
  return (
    <RadioGroup
      label={m["users.loginType"]()}
      hint={connected.length > 0 && m["users.loginTypesConnected"]({ types: listed(connected) })}
      error={refusal}
      name="loginType"
      value={value}
      onChange={onChange}
      options={offered.map(({ type }) => ({
        value: type,
        label: loginTypeName(type),
        disabled: !assignableLoginTypes.includes(type),
      }))}
    />
  );
}
