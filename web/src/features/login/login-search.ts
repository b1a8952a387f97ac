import { readLoginState } from "@storyport/contract/login-state";
import type { LoginState } from "@storyport/contract/login-state";
import { readCode } from "#/api/read-code.ts";

/**
 * The search params of /login. All but `error` can also be in the stored login state. An address sets neither a badge's code, which is a
 * secret, nor the marker of a login.
 */
export type LoginSearch = Omit<LoginState, "qrCode" | "loggedInToken"> & {
  /** The code of a refused navigation: a login at a provider, the dashboard's call, or a logout by a game. */
  error?: string | undefined;
};

/** Reads search params; never throws. Unknown, oversized or malformed values are left out. */
export function readLoginSearch(search: Record<string, unknown>): LoginSearch {
  const { qrCode: _qrCode, loggedInToken: _loggedInToken, ...state } = readLoginState(search);
  return { ...state, error: readCode(search["error"]) };
}

/** The part to store. A failure is only shown. With a failure, the loginType names a login that did not happen. */
export function loginStateOf({ error, loginType, ...state }: LoginSearch): LoginState {
  return error === undefined ? { ...state, loginType } : state;
}
