import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/features/admin-area/check-permission.ts";
import { readListPlace } from "#/features/admin-area/list-place.ts";
import { NoAccess } from "#/features/admin-area/no-access.tsx";
import { UserGroupsScreen } from "#/features/user-groups/user-groups-screen.tsx";

export const Route = createFileRoute("/_sections/user-groups/")({
  validateSearch: readListPlace,
  beforeLoad: (match) => checkPermission(match, "view_user_group"),
  staticData: { title: () => m["userGroups.title"]() },
  component: UserGroupsPage,
});

function UserGroupsPage() {
  const { page = 1, filter = "" } = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noUserGroupPermission"]()} />;
  return <UserGroupsScreen page={page} filter={filter} />;
}
