/** Merges a new request with the stored login state. Pure functions; the stores only keep the result. */
import { readLoginState } from "@storyport/contract/login-state";
import type { LoginState } from "@storyport/contract/login-state";
import type { LoginStateStore } from "./login-state.ts";

/** These members form one game's request. Mixing two requests would answer one game at another's address. */
const requestMembers = ["gameId", "state", "clientCode", "callbackUrl"] as const;

/**
 * Completes the given members from the stored members (specification, section 2: "falling back to stored values"). It never mixes requests. A
 * given gameId, state, clientCode or callbackUrl makes a new request. The stored request is then used only if both name the same game.
 * Otherwise only `loginType` and `loggedInToken` of the stored state stay. So no callbackUrl, scope or organization of another tab or an
 * abandoned game leaks into this login. The dashboard's request never completes a game's. A request with its own callbackUrl and its own
 * state or clientCode is whole, and takes at most the postLoginPage and the login. A foreign link or an earlier attempt may have stored the
 * scope, nonce or organization that it leaves out. A stored state without a request completes every request that is not whole.
 */
export function mergeLoginState(stored: LoginState, given: LoginState): LoginState {
  const isRequest = requestMembers.some((member) => given[member] !== undefined);
  const hasRequest = requestMembers.some((member) => stored[member] !== undefined);
  const isOther = isRequest && hasRequest && (given.gameId === undefined || given.gameId !== stored.gameId);
  const mustNotMix = isOther || (isGames(given) && isDashboards(stored));
  const rest = isWhole(given) ? { ...whoLoggedIn(stored), postLoginPage: stored.postLoginPage } : stored;
  return readLoginState({ ...(mustNotMix ? whoLoggedIn(stored) : rest), ...present(given) });
}

function isWhole({ callbackUrl, state, clientCode }: LoginState): boolean {
  return callbackUrl !== undefined && (state !== undefined || clientCode !== undefined);
}

/** A game's request never completes the dashboard's: the dashboard has no callbackUrl, and its own state. */
export function mergeDashboardRequest(stored: LoginState, given: LoginState): LoginState {
  return mergeLoginState(isGames(stored) ? whoLoggedIn(stored) : stored, given);
}

function isGames({ clientCode, callbackUrl }: LoginState): boolean {
  return clientCode !== undefined || callbackUrl !== undefined;
}

/** A game and an organization alone are no request of the dashboard. A link to the login may have chosen them. */
function isDashboards(stored: LoginState): boolean {
  return !isGames(stored) && (stored.state !== undefined || stored.postLoginPage === "/dashboard-redirect");
}

/**
 * Merges search params into the store and keeps the result for this tab. Params that lead to the dashboard are its request. Without any
 * parameter the store stays unchanged, so that a plain visit does not take over another tab's login.
 */
export function keepLoginState(store: LoginStateStore, given: LoginState): LoginState {
  if (Object.values(given).every((value) => value === undefined)) return store.read();
  const merge = given.postLoginPage === "/dashboard-redirect" ? mergeDashboardRequest : mergeLoginState;
  const merged = merge(store.read(), given);
  store.save(merged);
  return merged;
}

function whoLoggedIn({ loginType, loggedInToken }: LoginState): LoginState {
  return present({ loginType, loggedInToken });
}

function present(state: { [Member in keyof LoginState]: LoginState[Member] | undefined }): LoginState {
  return readLoginState(state);
}
