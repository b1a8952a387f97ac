import { getPlayer } from "@storyport/contract/players";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { PlayerScreen } from "#/features/players/player-screen.tsx";

export const Route = createFileRoute("/_sections/players/$playerId")({
  beforeLoad: (match) => checkPermission(match, "manage_players"),
  loader: ({ context, params }) => prefetch(context, getPlayer, { params }),
  staticData: { title: () => m["players.playerTitle"]() },
  component: PlayerPage,
});

function PlayerPage() {
  const { playerId } = Route.useParams();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noPlayerPermission"]()} />;
  return <PlayerScreen key={playerId} playerId={playerId} />;
}
