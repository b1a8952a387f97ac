import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { readGroupTab } from "#/features/player-groups/group-tab.ts";
import { PlayerGroupScreen } from "#/features/player-groups/player-group-screen.tsx";

export const Route = createFileRoute("/_sections/player-groups/$playerGroupId")({
  validateSearch: readGroupTab,
  staticData: { title: () => m["playerGroups.groupTitle"]() },
  component: PlayerGroup,
});

function PlayerGroup() {
  const { playerGroupId } = Route.useParams();
  return <PlayerGroupScreen key={playerGroupId} playerGroupId={playerGroupId} tab={Route.useSearch().tab} />;
}
