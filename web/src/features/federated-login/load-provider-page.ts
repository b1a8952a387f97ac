import { freshness } from "@storyport/contract/limits";
import { listLoginTypes } from "@storyport/contract/login";
import type { LoginState } from "@storyport/contract/login-state";
import type { Provider } from "@storyport/contract/vocabulary";
import { ApiError } from "#/api/api-error.ts";
import { loginStateOf, readLoginSearch } from "#/features/login/login-search.ts";
import { keepLoginState } from "#/features/login-state/merge-login-state.ts";
import type { Portal } from "#/shell/portal.ts";

/** `leaving`: on to the provider. `logged-in`: nothing to prove any more. `off`: this portal has no such way. */
export interface ProviderPage {
  provider: Provider;
  shows: "leaving" | "logged-in" | "off";
  /** What the address asks to be remembered. */
  given: LoginState;
}

type Context = Pick<Portal, "fresh" | "loginState" | "visitor"> & { search: Readonly<Record<string, string>> };

/**
 * What /login/feide and its sisters show (specification, section 2): the way to the provider, unless somebody is logged in already.
 * Who that is, the server has just said: a `loggedInToken` of the login state is a marker that may outlive its session, and one
 * that was believed then would keep its person from ever logging in again (DESIGN A4).
 */
export async function loadProviderPage(context: Context, provider: Provider): Promise<ProviderPage> {
  const { visitor, loginState, search } = context;
  const given = loginStateOf(readLoginSearch(search));
  keepLoginState(loginState, given);
  if (visitor.is === "known") return { provider, given, shows: "logged-in" };
  if (visitor.is === "unclear") throw new ApiError(visitor.failure);
  return { provider, given, shows: (await isSwitchedOff(context, provider)) ? "off" : "leaving" };
}

/** Where it cannot be found out the server says so at the start: nobody is stopped by a list. */
async function isSwitchedOff({ fresh }: Context, provider: Provider): Promise<boolean> {
  try {
    const methods = await fresh.get(listLoginTypes, freshness.publicManifest);
    return !methods.some(({ type, enabled, hidden }) => type === provider && enabled && !hidden);
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
