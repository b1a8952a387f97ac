import { ownManifest } from "@storyport/contract/games";
import { searchOrganizations } from "@storyport/contract/organizations";
import { searchPlayerGroupRights } from "@storyport/contract/player-groups";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { isAdmin } from "#/features/games/offered-games.ts";
import { firstOrganizations } from "#/features/organizations/first-organizations.ts";
import { classesName } from "#/features/player-groups/class-names.ts";
import { archivedGroups, ownGroupsOf, readGroupsSearch } from "#/features/player-groups/groups-search.ts";
import { PlayerGroupsScreen } from "#/features/player-groups/player-groups-screen.tsx";

export const Route = createFileRoute("/_sections/player-groups/")({
  validateSearch: readGroupsSearch,
  beforeLoad: (match) => checkPermission(match, "manage_players"),
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
  const place = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noClassPermission"]()} />;
  return <PlayerGroupsScreen place={place} />;
}
