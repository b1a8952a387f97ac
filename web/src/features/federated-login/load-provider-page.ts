import { freshness } from "@storyport/contract/limits";
import { listLoginTypes } from "@storyport/contract/login";
import type { LoginState } from "@storyport/contract/login-state";
import type { Provider } from "@storyport/contract/vocabulary";
import { ApiError } from "#/api/api-error.ts";
import { loginStateOf, readLoginSearch } from "#/features/login/login-search.ts";
import { keepLoginState } from "#/features/login-state/merge-login-state.ts";
import type { Portal } from "#/shell/portal.ts";

/**
 * `leaving`: continues to the provider. `logged-in`: the user is logged in already. `off`: the provider is not among the
 * login types that the portal offers.
 */
export interface ProviderPage {
  provider: Provider;
  shows: "leaving" | "logged-in" | "off";
  /** The login state given by the address. */
  given: LoginState;
}

type Context = Pick<Portal, "fresh" | "loginState" | "visitor"> & { search: Readonly<Record<string, string>> };

/**
 * Loads /login/feide and the other providers' pages (specification, section 2). They lead to the provider unless a user is logged in. The
 * server's answer decides that. A `loggedInToken` of the login state may outlive its session, and would then block every further login
 * (DESIGN A4). Throws an ApiError if the login could not be checked.
 */
export async function loadProviderPage(context: Context, provider: Provider): Promise<ProviderPage> {
  const { visitor, loginState, search } = context;
  const given = loginStateOf(readLoginSearch(search));
  keepLoginState(loginState, given);
  if (visitor.is === "known") return { provider, given, shows: "logged-in" };
  if (visitor.is === "unclear") throw new ApiError(visitor.failure);
  return { provider, given, shows: (await isSwitchedOff(context, provider)) ? "off" : "leaving" };
}

/** If the list cannot be fetched, the page leads on: the start at the server refuses anyway. */
async function isSwitchedOff({ fresh }: Context, provider: Provider): Promise<boolean> {
  try {
    const methods = await fresh.get(listLoginTypes, freshness.publicManifest);
    return !methods.some(({ type, enabled, hidden }) => type === provider && enabled && !hidden);
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
