import { listClassImports } from "@storyport/contract/class-imports";
import { ownManifest } from "@storyport/contract/games";
import { searchOrganizations } from "@storyport/contract/organizations";
import { getPlayerGroup } from "@storyport/contract/player-groups";
import { createFileRoute } from "@tanstack/react-router";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { isAdmin } from "#/features/games/offered-games.ts";
import { firstOrganizations } from "#/features/organizations/first-organizations.ts";
import { m } from "@storyport/texts/messages";
import { ClassImportScreen } from "#/features/class-imports/class-import-screen.tsx";
import { readImportSearch } from "#/features/class-imports/import-search.ts";

export const Route = createFileRoute("/_sections/player-groups/import")({
  validateSearch: readImportSearch,
  beforeLoad: (match) => checkPermission(match, "manage_players"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { playerGroupId, importId } }) => {
    // The page of a finished import has its result. Only after a reload it requests the badges, because the history records each print.
    if (importId !== undefined) return;
    prefetch(context, listClassImports, { query: playerGroupId === undefined ? {} : { playerGroupId } });
    if (playerGroupId !== undefined) prefetch(context, getPlayerGroup, { params: { playerGroupId } });
    else if (isAdmin(context.user)) prefetch(context, searchOrganizations, firstOrganizations);
    else prefetch(context, ownManifest);
  },
  staticData: { title: () => m["classImports.title"]() },
  component: ClassImport,
});

function ClassImport() {
  const search = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noClassPermission"]()} />;
  return <ClassImportScreen key={search.playerGroupId ?? ""} {...search} />;
}
