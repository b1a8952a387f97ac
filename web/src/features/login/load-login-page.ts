/** What the server loads for / and /login. */
import { ownManifest, publicManifest } from "@storyport/contract/games";
import type { ManifestGame, ManifestOrganization } from "@storyport/contract/games";
import { cookieNames, freshness } from "@storyport/contract/limits";
import { listLoginTypes } from "@storyport/contract/login";
import type { LoginType } from "@storyport/contract/vocabulary";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import { gamesOf } from "#/features/games/offered-games.ts";
import { keepLoginState } from "#/features/login-state/merge-login-state.ts";
import type { Portal } from "#/shell/portal.ts";
import { loginStateOf, readLoginSearch } from "./login-search.ts";
import type { LoginSearch } from "./login-search.ts";

/** What the logged-in panel shows: `failure` when the games could not be fetched. */
export interface AccountPage {
  organizations: ManifestOrganization[];
  failure?: Failure | undefined;
}

/** What the login panel needs of a game; the rest need not travel with the page. */
export type PublicGame = Pick<ManifestGame, "gameId" | "gameKey" | "description" | "loginTypes">;

/** What the login panel shows: `failure` when it is unclear who is here, or which games there are. */
export interface LoginPage {
  games: PublicGame[];
  loginTypes: LoginType[];
  /** Typed into a form that was posted before any script ran, and failed. */
  attemptedEmail?: string | undefined;
  failure?: { of: "user" | "games"; failure: Failure } | undefined;
}

type Search = Readonly<Record<string, string>>;

/** /login for somebody who is logged in: the start page, with what the address asks for kept. */
export async function loadHomeAtLogin(visit: Portal & { search: Search }): Promise<{ page: AccountPage; search: LoginSearch }> {
  return { search: keepRequest(visit), page: await loadAccountPage(visit) };
}

export async function loadLogin(visit: Portal & { search: Search }): Promise<{ page: LoginPage; search: LoginSearch }> {
  return { search: keepRequest(visit), page: await loadLoginPage(visit) };
}

/** What the address asks for is kept before anything is shown: without script it would be lost. */
export function keepRequest({ loginState, search }: Pick<Portal, "loginState"> & { search: Search }): LoginSearch {
  const given = readLoginSearch(search);
  keepLoginState(loginState, loginStateOf(given));
  return given;
}

/** A manifest that cannot be fetched leaves the panel standing: one can still log out, or go to the admin page. */
export async function loadAccountPage({ fresh }: Pick<Portal, "fresh">): Promise<AccountPage> {
  try {
    return { organizations: await fresh.get(ownManifest, freshness.ownManifest) };
  } catch (error) {
    return { organizations: [], failure: failureOf(error) };
  }
}

/** Without the list of games the password form still stands: whoever has a password can log in. @internal Exported for its test. */
export async function loadLoginPage({ fresh, cookies, visitor }: Pick<Portal, "fresh" | "cookies" | "visitor">): Promise<LoginPage> {
  const attemptedEmail = cookies.read(cookieNames.loginAttempt);
  const unclear = visitor.is === "unclear" ? { of: "user" as const, failure: visitor.failure } : undefined;
  try {
    const [organizations, methods] = await Promise.all([
      fresh.get(publicManifest, freshness.publicManifest),
      fresh.get(listLoginTypes, freshness.publicManifest),
    ]);
    const loginTypes = methods.filter(({ enabled, hidden }) => enabled && !hidden).map(({ type }) => type);
    const games = gamesOf(organizations).map(({ gameId, gameKey, description, loginTypes: taken }) => {
      return { gameId, gameKey, description, loginTypes: taken };
    });
    return { games, loginTypes, attemptedEmail, failure: unclear };
  } catch (error) {
    const failure = unclear ?? { of: "games" as const, failure: failureOf(error) };
    return { games: [], loginTypes: [], attemptedEmail, failure };
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error.failure;
  throw error;
}
