/** The organizations and games that a user may choose from (specification, section 5). Pure functions. */
import type { ManifestGame, ManifestOrganization } from "@storyport/contract/games";
import type { SessionUser } from "@storyport/contract/login";
import type { LoginType } from "@storyport/contract/vocabulary";

/** The part of the account that the rules need. */
export type Chooser = Pick<SessionUser, "loginType" | "permissions">;

/** Returns whether the user is an administrator of the platform. */
export function isAdmin(user: Pick<SessionUser, "permissions">): boolean {
  return user.permissions.includes("admin");
}

/** Games that accept the user's login type; for an admin every game. */
export function offeredGames(games: readonly ManifestGame[], user: Chooser): ManifestGame[] {
  return games.filter((game) => isAdmin(user) || game.loginTypes.includes(user.loginType));
}

/** Organizations with at least one offered game; for an admin every organization. */
export function offeredOrganizations(organizations: readonly ManifestOrganization[], user: Chooser): ManifestOrganization[] {
  return organizations.filter(({ games }) => isAdmin(user) || offeredGames(games, user).length > 0);
}

/** Each game once, in the order of the organizations. */
export function gamesOf(organizations: readonly ManifestOrganization[]): ManifestGame[] {
  const games = new Map<number, ManifestGame>();
  for (const game of organizations.flatMap((organization) => organization.games)) {
    if (!games.has(game.gameId)) games.set(game.gameId, game);
  }
  return [...games.values()];
}

type GameId = Pick<ManifestGame, "gameId" | "gameKey">;

/** The wire names a game by its number or its key (DESIGN A10). */
export function findGame<G extends GameId>(games: readonly G[], gameId: string | number | undefined): G | undefined {
  if (gameId === undefined) return undefined;
  return games.find((game) => String(game.gameId) === String(gameId) || game.gameKey === gameId);
}

/**
 * The ways to log in that any of the games accepts; without a game every way, because the login page does not know games that are not
 * public. `available`: the ways that are switched on.
 */
export function offeredLoginTypes(games: readonly Pick<ManifestGame, "loginTypes">[], available: readonly LoginType[]): LoginType[] {
  return available.filter((loginType) => games.length === 0 || games.some((game) => game.loginTypes.includes(loginType)));
}
