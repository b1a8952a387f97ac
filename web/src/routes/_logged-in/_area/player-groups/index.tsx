import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { PlayerGroupsScreen } from "#/features/player-groups/player-groups-screen.tsx";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/_logged-in/_area/player-groups/")({
  head: ({ match }) => pageTitle(match.context, m["playerGroups.title"]()),
  component: PlayerGroupsScreen,
});
