import type { Provider } from "@storyport/contract/vocabulary";
import { isProvider } from "#/features/federated-login/provider-login.ts";
import type { LoginSearch } from "./login-search.ts";

/** The provider that somebody has come back from without being logged in. */
export function failedProvider({ error, loginType }: LoginSearch): Provider | undefined {
  return error !== undefined && isProvider(loginType) ? loginType : undefined;
}

/** It knows the person and no account here does. */
export function isUnknownPerson(search: LoginSearch): boolean {
  return failedProvider(search) !== undefined && search.error === "errors.identityUnknown";
}
