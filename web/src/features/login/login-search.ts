import { readLoginState } from "@storyport/contract/login-state";
import type { LoginState } from "@storyport/contract/login-state";
import { readCode } from "#/api/read-code.ts";

/** What /login takes from its address; everything of it may also stand in the stored login state. */
export type LoginSearch = Omit<LoginState, "qrCode" | "loggedInToken"> & {
  /** Why a login that left the page failed: a native form post, a provider. */
  error?: string | undefined;
};

/** Reads search params without ever refusing: what is unknown, oversized or of the wrong kind is left out. */
export function readLoginSearch(search: Record<string, unknown>): LoginSearch {
  const { qrCode: _qrCode, loggedInToken: _loggedInToken, ...state } = readLoginState(search);
  return { ...state, error: readCode(search["error"]) };
}

/** The part that is remembered: a failure is said once, and with one the loginType says where nobody logged in. */
export function loginStateOf({ error, loginType, ...state }: LoginSearch): LoginState {
  return error === undefined ? { ...state, loginType } : state;
}
