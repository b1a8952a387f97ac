import { listGameOrganizations, listGames } from "@storyport/contract/games";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { listQuery, readListPlace } from "#/features/lists/list-search.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { GameScreen } from "#/features/games/game-screen.tsx";

/** The screen finds its game in the list of all games. */
export const Route = createFileRoute("/_sections/games/$gameId")({
  validateSearch: readListPlace,
  beforeLoad: (match) => checkPermission(match, "admin"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => {
    prefetch(context, listGames);
    prefetch(context, listGameOrganizations, { params, query: listQuery(deps) });
  },
  staticData: { title: () => m["games.gameTitle"]() },
  component: GamePage,
});

function GamePage() {
  const { gameId } = Route.useParams();
  const place = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <GameScreen key={gameId} gameId={gameId} place={place} />;
}
