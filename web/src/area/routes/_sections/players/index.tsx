import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/features/admin-area/check-permission.ts";
import { readListSearch } from "#/features/admin-area/list-search.ts";
import { NoAccess } from "#/features/admin-area/no-access.tsx";
import { isAdmin } from "#/features/games/offered-games.ts";
import { PlayerSearchScreen } from "#/features/players/player-search-screen.tsx";

export const Route = createFileRoute("/_sections/players/")({
  validateSearch: readListSearch,
  beforeLoad: (match) => checkPermission(match, "manage_players"),
  // The same as the page's heading: a search of all players, or the user's own list.
  staticData: { title: (user) => (isAdmin(user) ? m["players.searchTitle"]() : m["players.ownTitle"]()) },
  component: PlayerSearchPage,
});

function PlayerSearchPage() {
  const { page, filter } = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noPlayerPermission"]()} />;
  return <PlayerSearchScreen page={page} filter={filter} />;
}
