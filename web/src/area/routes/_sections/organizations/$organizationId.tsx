import { getNameSharing, getOrganization, listOrganizationMembers } from "@storyport/contract/organizations";
import { searchPlayerGroupRights } from "@storyport/contract/player-groups";
import { searchUserGroups } from "@storyport/contract/user-groups";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { listQuery } from "#/features/lists/list-search.ts";
import { playerGroupsOf, readOrganizationPlace } from "#/features/organizations/organization-place.ts";
import { OrganizationScreen } from "#/features/organizations/organization-screen.tsx";

export const Route = createFileRoute("/_sections/organizations/$organizationId")({
  validateSearch: readOrganizationPlace,
  beforeLoad: (match) => checkPermission(match, "manage_members"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps: { tab, ...place } }) => {
    prefetch(context, getOrganization, { params });
    if (tab === "members") prefetch(context, listOrganizationMembers, { params, query: listQuery(place) });
    if (tab === "tools") prefetch(context, getNameSharing, { params });
    if (tab === "groups") prefetch(context, searchUserGroups, { query: { ...listQuery(place), ...params } });
    if (tab === "player-groups") prefetch(context, searchPlayerGroupRights, playerGroupsOf(params.organizationId, place));
  },
  staticData: { title: () => m["organizations.organizationTitle"]() },
  component: OrganizationPage,
});

function OrganizationPage() {
  const { organizationId } = Route.useParams();
  const place = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <OrganizationScreen key={organizationId} organizationId={organizationId} place={place} />;
}
