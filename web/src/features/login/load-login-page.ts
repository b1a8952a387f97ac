/** Load functions for / and /login. */
import { requestedLoginTypes } from "@storyport/contract/game-login";
import { ownManifest, publicManifest } from "@storyport/contract/games";
import type { ManifestGame, ManifestOrganization } from "@storyport/contract/games";
import { cookieNames, freshness } from "@storyport/contract/limits";
import { listLoginTypes } from "@storyport/contract/login";
import type { LoginState } from "@storyport/contract/login-state";
import type { LoginType } from "@storyport/contract/vocabulary";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import { loadClassOverviews } from "#/features/class-overviews/load-class-overviews.ts";
import type { ClassesPart } from "#/features/class-overviews/load-class-overviews.ts";
import { findGame, gamesOf } from "#/features/games/offered-games.ts";
import { keepLoginState } from "#/features/login-state/merge-login-state.ts";
import type { Portal } from "#/shell/portal.ts";
import { loginStateOf, readLoginSearch } from "./login-search.ts";
import type { LoginSearch } from "./login-search.ts";

/** The data of the logged-in panel; `failure` if the games could not be fetched. */
export interface AccountPage {
  organizations: ManifestOrganization[];
  classes?: ClassesPart;
  failure?: Failure | undefined;
}

/** The part of a game that the login panel needs, so that the page stays small. */
export type PublicGame = Pick<ManifestGame, "gameId" | "gameKey" | "description" | "loginTypes">;

/** The login types of a game that is not public, for its own request alone. */
export interface RequestedGame {
  gameId: string;
  callbackUrl: string;
  loginTypes: LoginType[];
}

/** The data of the login panel; `failure` if the visitor, the games or the login types could not be determined. */
export interface LoginPage {
  /** The public games alone, because the visitor is not known yet (DESIGN A9). */
  games: PublicGame[];
  requested?: RequestedGame | undefined;
  loginTypes: LoginType[];
  /** The address of a failed login that was submitted without a script. */
  attemptedEmail?: string | undefined;
  failure?: { of: "user" | "games"; failure: Failure } | undefined;
}

type Search = Readonly<Record<string, string>>;

/** /login for a logged-in user: shows the start page and stores the address's request. */
export async function loadHomeAtLogin(visit: Portal & { search: Search }): Promise<{ page: AccountPage; search: LoginSearch }> {
  return { search: keepRequest(visit), page: await loadAccountPage(visit) };
}

/** /login for a visitor who is not logged in, or whose login could not be checked: the ways to log in. */
export async function loadLogin(visit: Portal & { search: Search }): Promise<{ page: LoginPage; search: LoginSearch }> {
  return { search: keepRequest(visit), page: await loadLoginPage(visit) };
}

/** Stores the address's request while the server draws the page, because without script the browser cannot. */
export function keepRequest({ loginState, search }: Pick<Portal, "loginState"> & { search: Search }): LoginSearch {
  const given = readLoginSearch(search);
  keepLoginState(loginState, loginStateOf(given));
  return given;
}

/** If the manifest cannot be fetched, the panel still offers classes, logout and the admin page. */
export async function loadAccountPage(visit: Pick<Portal, "fresh" | "visitor">): Promise<AccountPage> {
  const [games, classes] = await Promise.all([loadGames(visit), loadClassOverviews(visit)]);
  return { ...games, classes };
}

async function loadGames({ fresh }: Pick<Portal, "fresh">): Promise<AccountPage> {
  try {
    return { organizations: await fresh.get(ownManifest, freshness.ownManifest) };
  } catch (error) {
    return { organizations: [], failure: failureOf(error) };
  }
}

/** If the games or the login types cannot be fetched, the password form still works. @internal Exported for its test. */
export async function loadLoginPage(visit: Pick<Portal, "call" | "fresh" | "cookies" | "visitor" | "loginState">): Promise<LoginPage> {
  const { fresh, cookies, visitor } = visit;
  const attemptedEmail = cookies.read(cookieNames.loginAttempt);
  const unclear = visitor.is === "unclear" ? { of: "user" as const, failure: visitor.failure } : undefined;
  try {
    const [organizations, methods] = await Promise.all([
      fresh.get(publicManifest, freshness.publicManifest),
      // Login types change only with the portal's settings.
      fresh.get(listLoginTypes, freshness.publicManifest),
    ]);
    const loginTypes = methods.filter(({ enabled, hidden }) => enabled && !hidden).map(({ type }) => type);
    const games = gamesOf(organizations).map(({ gameId, gameKey, description, loginTypes: taken }) => {
      return { gameId, gameKey, description, loginTypes: taken };
    });
    const state = visit.loginState.read();
    const requested = findGame(games, state.gameId) === undefined ? await findRequested(visit, state) : undefined;
    return { games, requested, loginTypes, attemptedEmail, failure: unclear };
  } catch (error) {
    const failure = unclear ?? { of: "games" as const, failure: failureOf(error) };
    return { games: [], loginTypes: ["PASSWORD"], attemptedEmail, failure };
  }
}

/** Returns undefined if the server knows no such request. The panel then offers every way. */
async function findRequested({ call }: Pick<Portal, "call">, { gameId, callbackUrl }: LoginState): Promise<RequestedGame | undefined> {
  if (gameId === undefined || callbackUrl === undefined) return undefined;
  try {
    const { loginTypes } = await call(requestedLoginTypes, { query: { gameId: Number(gameId), deeplink: callbackUrl } });
    return { gameId, callbackUrl, loginTypes };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error.failure;
  throw error;
}
