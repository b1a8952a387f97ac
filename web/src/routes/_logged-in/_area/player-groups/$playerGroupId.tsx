import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { readGroupTab } from "#/features/player-groups/group-tab.ts";
import { PlayerGroupScreen } from "#/features/player-groups/player-group-screen.tsx";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/_logged-in/_area/player-groups/$playerGroupId")({
  validateSearch: readGroupTab,
  head: ({ match }) => pageTitle(match.context, m["playerGroups.groupTitle"]()),
  component: PlayerGroup,
});

function PlayerGroup() {
  const { playerGroupId } = Route.useParams();
  return <PlayerGroupScreen key={playerGroupId} playerGroupId={playerGroupId} tab={Route.useSearch().tab} />;
}
