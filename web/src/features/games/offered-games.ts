/** Which organizations and games a person may choose from (specification, section 5). Pure rules. */
import type { ManifestGame, ManifestOrganization } from "@storyport/contract/games";
import type { SessionUser } from "@storyport/contract/login";
import type { LoginType } from "@storyport/contract/vocabulary";

/** What the rules ask of an account. */
export type Chooser = Pick<SessionUser, "loginType" | "permissions">;

export function isAdmin(user: Pick<SessionUser, "permissions">): boolean {
  return user.permissions.includes("admin");
}

/** Games that take the way the person logged in; every game for an admin. */
export function offeredGames(games: readonly ManifestGame[], user: Chooser): ManifestGame[] {
  return games.filter((game) => isAdmin(user) || game.loginTypes.includes(user.loginType));
}

/** Organizations with at least one offered game; every organization for an admin. */
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

/** The wire names a game by its number or by its key (DESIGN A10). */
export function findGame<G extends GameId>(games: readonly G[], gameId: string | number | undefined): G | undefined {
  if (gameId === undefined) return undefined;
  return games.find((game) => String(game.gameId) === String(gameId) || game.gameKey === gameId);
}

/** The ways of logging in that the chosen game takes or, with none chosen, any game does; never one that is switched off. */
export function offeredLoginTypes(
  games: readonly Pick<ManifestGame, "loginTypes">[],
  chosen: Pick<ManifestGame, "loginTypes"> | undefined,
  available: readonly LoginType[],
): LoginType[] {
  const taken = new Set((chosen === undefined ? games : [chosen]).flatMap((game) => game.loginTypes));
  return available.filter((loginType) => taken.has(loginType));
}
