import type { Provider } from "@storyport/contract/vocabulary";
import { isProvider } from "#/features/federated-login/provider-login.ts";
import type { LoginSearch } from "./login-search.ts";

/** Returns the provider whose login has failed. */
export function failedProvider({ error, loginType }: LoginSearch): Provider | undefined {
  return error !== undefined && isProvider(loginType) ? loginType : undefined;
}

/** True if the provider knows the person, but no account here is connected. */
export function isUnknownPerson(search: LoginSearch): boolean {
  return failedProvider(search) !== undefined && search.error === "errors.identityUnknown";
}
