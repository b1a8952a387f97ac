import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { readGroupsSearch } from "#/features/player-groups/groups-search.ts";
import { PlayerGroupsScreen } from "#/features/player-groups/player-groups-screen.tsx";

export const Route = createFileRoute("/_sections/player-groups/")({
  validateSearch: readGroupsSearch,
  staticData: { title: () => m["playerGroups.title"]() },
  component: PlayerGroups,
});

function PlayerGroups() {
  return <PlayerGroupsScreen place={Route.useSearch()} />;
}
