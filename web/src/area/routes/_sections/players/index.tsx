import { listOwnPlayers, searchPlayers } from "@storyport/contract/players";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { readListSearch } from "#/features/lists/list-search.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { allPlayersOf, ownPlayersOf } from "#/features/players/player-lists.ts";
import { isAdmin } from "#/features/games/offered-games.ts";
import { PlayerSearchScreen } from "#/features/players/player-search-screen.tsx";

export const Route = createFileRoute("/_sections/players/")({
  validateSearch: readListSearch,
  beforeLoad: (match) => checkPermission(match, "manage_players"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (!isAdmin(context.user)) return prefetch(context, listOwnPlayers, ownPlayersOf(deps));
    // Without a search text nothing is searched.
    const input = allPlayersOf(deps);
    if (input !== undefined) prefetch(context, searchPlayers, input);
  },
  staticData: { title: () => m["players.searchTitle"]() },
  component: PlayerSearchPage,
});

function PlayerSearchPage() {
  const place = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noPlayerPermission"]()} />;
  return <PlayerSearchScreen place={place} />;
}
