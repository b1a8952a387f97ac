import { getRunningLesson } from "@storyport/contract/lessons";
import { listMissingOfClass } from "@storyport/contract/missing-students";
import { getPlayerGroup } from "@storyport/contract/player-groups";
import { listBadges } from "@storyport/contract/qr-login";
import { createFileRoute } from "@tanstack/react-router";
import { prefetch } from "#/area/prefetch.ts";
import { className } from "#/features/player-groups/class-names.ts";
import { readGroupPlace } from "#/features/player-groups/group-tab.ts";
import { PlayerGroupScreen } from "#/features/player-groups/player-group-screen.tsx";

/**
 * A class. Its pages check no permission before they open: the right on the class decides, and only the server knows it. So they
 * show the server's refusal. The underscore in `$playerGroupId_.lesson.tsx` keeps that page from being drawn inside this page.
 */
export const Route = createFileRoute("/_sections/player-groups/$playerGroupId")({
  validateSearch: readGroupPlace,
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: ({ context, params, deps: { tab } }) => {
    prefetch(context, getPlayerGroup, { params });
    // Without a tab the page shows the students of the class.
    if (tab !== undefined) return;
    prefetch(context, listBadges, { params });
    prefetch(context, getRunningLesson, { params });
    prefetch(context, listMissingOfClass, { params });
  },
  staticData: { title: className },
  component: PlayerGroup,
});

function PlayerGroup() {
  const { playerGroupId } = Route.useParams();
  return <PlayerGroupScreen key={playerGroupId} playerGroupId={playerGroupId} place={Route.useSearch()} />;
}
