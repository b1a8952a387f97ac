import { ownManifest, publicManifest } from "@storyport/contract/games";
import { cookieNames, freshness } from "@storyport/contract/limits";
import { listLoginTypes } from "@storyport/contract/login";
import type { ManifestGame, ManifestOrganization } from "@storyport/contract/games";
import type { SessionUser } from "@storyport/contract/login";
import type { LoginType } from "@storyport/contract/vocabulary";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import { gamesOf } from "#/features/games/offered-games.ts";
import type { RouterContext } from "#/router-context.ts";
import type { Visitor } from "./visitor.ts";

/** What the logged-in panel shows: `failure` when the games could not be fetched. */
export interface AccountPage {
  shows: "account";
  user: SessionUser;
  organizations: ManifestOrganization[];
  failure?: Failure | undefined;
}

/** What the login panel needs of a game; the rest need not travel with the page. */
export type PublicGame = Pick<ManifestGame, "gameId" | "gameKey" | "description" | "loginTypes">;

/** What the login panel shows: `failure` when it is unclear who is here, or which games there are. */
export interface LoginPage {
  shows: "login";
  games: PublicGame[];
  loginTypes: LoginType[];
  /** Typed into a form that was posted before any script ran, and failed. */
  attemptedEmail?: string | undefined;
  failure?: { of: "user" | "games"; failure: Failure } | undefined;
}

type Context = RouterContext & { visitor: Visitor };

export async function loadLoginPage(context: Context): Promise<AccountPage | LoginPage> {
  const { visitor } = context;
  return visitor.is === "known" ? await loadAccountPage(context, visitor.user) : await loadFormPage(context);
}

/** A manifest that cannot be fetched leaves the panel standing: one can still log out, or go to the admin page. */
export async function loadAccountPage({ fresh }: Pick<Context, "fresh">, user: SessionUser): Promise<AccountPage> {
  try {
    return { shows: "account", user, organizations: await fresh.get(ownManifest, freshness.ownManifest) };
  } catch (error) {
    return { shows: "account", user, organizations: [], failure: failureOf(error) };
  }
}

/** Without the list of games the password form still stands: whoever has a password can log in. */
async function loadFormPage({ fresh, cookies, visitor }: Context): Promise<LoginPage> {
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
    return { shows: "login", games, loginTypes, attemptedEmail, failure: unclear };
  } catch (error) {
    const failure = unclear ?? { of: "games" as const, failure: failureOf(error) };
    return { shows: "login", games: [], loginTypes: [], attemptedEmail, failure };
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error.failure;
  throw error;
}
