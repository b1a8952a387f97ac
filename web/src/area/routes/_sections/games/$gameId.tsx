import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/features/admin-area/check-permission.ts";
import { readListPlace } from "#/features/admin-area/list-place.ts";
import { NoAccess } from "#/features/admin-area/no-access.tsx";
import { GameScreen } from "#/features/games/game-screen.tsx";

export const Route = createFileRoute("/_sections/games/$gameId")({
  validateSearch: readListPlace,
  beforeLoad: (match) => checkPermission(match, "admin"),
  staticData: { title: () => m["games.gameTitle"]() },
  component: GamePage,
});

function GamePage() {
  const { gameId } = Route.useParams();
  const place = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <GameScreen key={gameId} gameId={gameId} place={place} />;
}
