import { ownManifest } from "@storyport/contract/games";
import { searchOrganizations } from "@storyport/contract/organizations";
import { searchPlayerGroupRights } from "@storyport/contract/player-groups";
import { createFileRoute } from "@tanstack/react-router";
import { prefetch } from "#/area/prefetch.ts";
import { isAdmin } from "#/features/games/offered-games.ts";
import { firstOrganizations } from "#/features/organizations/first-organizations.ts";
import { classesName } from "#/features/player-groups/class-names.ts";
import { archivedGroups, ownGroupsOf, readGroupsSearch } from "#/features/player-groups/groups-search.ts";
import { PlayerGroupsScreen } from "#/features/player-groups/player-groups-screen.tsx";

/** Checks no permission before it opens, as all pages of classes (`$playerGroupId.tsx`). */
export const Route = createFileRoute("/_sections/player-groups/")({
  validateSearch: readGroupsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    prefetch(context, searchPlayerGroupRights, ownGroupsOf(deps));
    prefetch(context, searchPlayerGroupRights, archivedGroups);
    // The form for a new class offers the user's organizations. An administrator searches among all.
    if (isAdmin(context.user)) prefetch(context, searchOrganizations, firstOrganizations);
    else prefetch(context, ownManifest);
  },
  staticData: { title: classesName },
  component: PlayerGroups,
});

function PlayerGroups() {
  return <PlayerGroupsScreen place={Route.useSearch()} />;
}
