/** Merges a new request with the stored login state. Pure functions; the stores only keep the result. */
import { readLoginState } from "@storyport/contract/login-state";
import type { LoginState } from "@storyport/contract/login-state";
import type { LoginStateStore } from "./login-state.ts";

/** These members form one game's request. Mixing two requests would answer one game at another's address. */
const requestMembers = ["gameId", "state", "clientCode", "callbackUrl"] as const;

/**
 * Completes the given members from the stored ones (specification, section 2: "falling back to stored values"). It never mixes requests. A
 * given gameId, state, clientCode or callbackUrl makes a new request. The stored request is then used only if both name the same game.
 * Otherwise only `loginType` and `loggedInToken` of the stored state stay. So no callbackUrl, scope or organization of another tab or an
 * abandoned game leaks into this login.
 */
export function mergeLoginState(stored: LoginState, given: LoginState): LoginState {
  const isRequest = requestMembers.some((member) => given[member] !== undefined);
  const hasRequest = requestMembers.some((member) => stored[member] !== undefined);
  const isOther = isRequest && hasRequest && (given.gameId === undefined || given.gameId !== stored.gameId);
  return readLoginState({ ...(isOther ? whoLoggedIn(stored) : stored), ...present(given) });
}

/** A game's request never completes the dashboard's: the dashboard has no callbackUrl, and its own state. */
export function mergeDashboardRequest(stored: LoginState, given: LoginState): LoginState {
  const isGames = stored.clientCode !== undefined || stored.callbackUrl !== undefined;
  return mergeLoginState(isGames ? whoLoggedIn(stored) : stored, given);
}

/**
 * Merges search params into the store and keeps the result for this tab. Without any parameter the store stays unchanged, so that a plain
 * visit does not take over another tab's login.
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
