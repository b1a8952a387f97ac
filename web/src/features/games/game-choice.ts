/** The content of the two pickers of the logged-in panel. The way to the dashboard follows the same rules (`dashboardWay`). Pure functions. */
import type { ManifestGame, ManifestOrganization } from "@storyport/contract/games";
import { findGame, gamesOf, offeredGames, offeredOrganizations } from "./offered-games.ts";
import type { Chooser } from "./offered-games.ts";

export interface ChoiceInput {
  /** The account's own manifest. */
  organizations: readonly ManifestOrganization[];
  user: Chooser;
  /** The choice of this tab or of a request, which may not be offered. */
  organizationId: string | undefined;
  gameId: string | number | undefined;
}

/** What the pickers offer, and what is chosen; undefined if nothing is chosen. */
export interface GameChoice {
  organizations: ManifestOrganization[];
  organization: ManifestOrganization | undefined;
  games: ManifestGame[];
  game: ManifestGame | undefined;
}

/** A choice that is not offered is ignored. A single organization or game is chosen by itself (specification, section 2). */
export function chooseGame({ organizations, user, organizationId, gameId }: ChoiceInput): GameChoice {
  const offered = offeredOrganizations(organizations, user);
  const organization = offered.find(({ id }) => id === organizationId) ?? only(offered);
  // Without a chosen organization the games of all are offered.
  const games = offeredGames(gamesOf(organization === undefined ? offered : [organization]), user);
  return { organizations: offered, organization, games, game: findGame(games, gameId) ?? only(games) };
}

/** The picker is shown only for several organizations, and not while a game waits for its login. */
export function showsOrganizationPicker(organizations: readonly ManifestOrganization[], clientCode: string | undefined): boolean {
  return organizations.length > 1 && clientCode === undefined;
}

function only<T>(things: readonly T[]): T | undefined {
  return things.length === 1 ? things[0] : undefined;
}
