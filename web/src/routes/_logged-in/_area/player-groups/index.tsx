import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { readGroupsSearch } from "#/features/player-groups/groups-search.ts";
import { PlayerGroupsScreen } from "#/features/player-groups/player-groups-screen.tsx";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/_logged-in/_area/player-groups/")({
  validateSearch: readGroupsSearch,
  head: ({ match }) => pageTitle(match.context, m["playerGroups.title"]()),
  component: PlayerGroups,
});

function PlayerGroups() {
  return <PlayerGroupsScreen place={Route.useSearch()} />;
}
