import type { Provider } from "@storyport/contract/vocabulary";
import { readCode } from "#/api/read-code.ts";
import { isProvider } from "./provider-login.ts";

/** The result of connecting a provider, as the address carries it after the return. */
export interface ConnectResult {
  connected?: Provider | undefined;
  error?: string | undefined;
}

/** Any person can write an address, so unknown providers and malformed codes are dropped. */
export function readConnectResult(search: Record<string, unknown>): ConnectResult {
  const { connected, error } = search;
  return {
    connected: typeof connected === "string" && isProvider(connected) ? connected : undefined,
    error: readCode(error),
  };
}
