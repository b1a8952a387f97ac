import { searchOrganizations } from "@storyport/contract/organizations";
import { searchUserGroups } from "@storyport/contract/user-groups";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { listQuery, readListPlace } from "#/features/lists/list-search.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { UserGroupsScreen } from "#/features/user-groups/user-groups-screen.tsx";

export const Route = createFileRoute("/_sections/user-groups/")({
  validateSearch: readListPlace,
  beforeLoad: (match) => checkPermission(match, "view_user_group"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    prefetch(context, searchUserGroups, { query: listQuery(deps) });
    // Only the number of organizations matters: for several, the list shows them in a column.
    if (context.user.permissions.includes("manage_members")) prefetch(context, searchOrganizations, { query: { limit: "1" } });
  },
  staticData: { title: () => m["userGroups.title"]() },
  component: UserGroupsPage,
});

function UserGroupsPage() {
  const place = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noUserGroupPermission"]()} />;
  return <UserGroupsScreen place={place} />;
}
