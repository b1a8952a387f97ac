import type { Provider } from "@storyport/contract/vocabulary";
import { readCode } from "#/api/read-code.ts";
import { isProvider } from "./provider-login.ts";

/** How connecting an account at a provider ended, as the address tells that one comes back to. */
export interface ConnectResult {
  connected?: Provider | undefined;
  error?: string | undefined;
}

/** Anybody can write an address: what is no provider, and what is no code, is left out. */
export function readConnectResult(search: Record<string, unknown>): ConnectResult {
  const { connected, error } = search;
  return {
    connected: typeof connected === "string" && isProvider(connected) ? connected : undefined,
    error: readCode(error),
  };
}
