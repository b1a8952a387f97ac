import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/features/admin-area/check-permission.ts";
import { NoAccess } from "#/features/admin-area/no-access.tsx";
import { PlayerSearchScreen } from "#/features/players/player-search-screen.tsx";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/_logged-in/_area/players/")({
  beforeLoad: (match) => checkPermission(match, "manage_players"),
  head: ({ match }) => pageTitle(match.context, m["players.searchTitle"]()),
  component: PlayerSearchPage,
});

function PlayerSearchPage() {
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noPlayerPermission"]()} />;
  return <PlayerSearchScreen />;
}
