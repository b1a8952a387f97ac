/** How a new request meets the login state that is already kept. Pure rules; the stores only remember the outcome. */
import { readLoginState } from "@storyport/contract/login-state";
import type { LoginState } from "@storyport/contract/login-state";
import type { LoginStateStore } from "./login-state.ts";

/** Together these are one game's request: mixing two requests would answer one game at another's address. */
const requestMembers = ["gameId", "state", "clientCode", "callbackUrl"] as const;

/**
 * The given members, completed from the stored ones (specification, section 2: "falling back to stored values").
 *
 * Refuses to mix requests: when any of gameId, state, clientCode and callbackUrl is given while a request is stored, the stored
 * one is only drawn upon if both name the same game. Otherwise nothing of it survives but how the person logged in; a second
 * tab's or a forgotten game's callbackUrl, scope or organization never leaks into this login.
 */
export function mergeLoginState(stored: LoginState, given: LoginState): LoginState {
  const isRequest = requestMembers.some((member) => given[member] !== undefined);
  const hasRequest = requestMembers.some((member) => stored[member] !== undefined);
  const isOther = isRequest && hasRequest && (given.gameId === undefined || given.gameId !== stored.gameId);
  return readLoginState({ ...(isOther ? whoLoggedIn(stored) : stored), ...present(given) });
}

/** The dashboard's request is never completed from a game's: it has no callbackUrl, and its state is the dashboard's own. */
export function mergeDashboardRequest(stored: LoginState, given: LoginState): LoginState {
  const isGames = stored.clientCode !== undefined || stored.callbackUrl !== undefined;
  return mergeLoginState(isGames ? whoLoggedIn(stored) : stored, given);
}

/**
 * Merges search parameters into the store and keeps the outcome for this tab. Without any parameter the store is left as it is,
 * so that a plain visit to a screen does not make another tab's login its own.
 */
export function keepLoginState(store: LoginStateStore, given: LoginState): LoginState {
  if (Object.values(given).every((value) => value === undefined)) return store.read();
  const merged = mergeLoginState(store.read(), given);
  store.save(merged);
  return merged;
}

function whoLoggedIn({ loginType, loggedInToken }: LoginState): LoginState {
  return present({ loginType, loggedInToken });
}

function present(state: { [Member in keyof LoginState]: LoginState[Member] | undefined }): LoginState {
  return readLoginState(state);
}
