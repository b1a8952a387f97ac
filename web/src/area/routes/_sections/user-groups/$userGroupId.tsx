import { getUserGroup, listGroupMembers } from "@storyport/contract/user-groups";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { listQuery } from "#/features/lists/list-search.ts";
import { readGroupPlace } from "#/features/user-groups/group-place.ts";
import { UserGroupScreen } from "#/features/user-groups/user-group-screen.tsx";

export const Route = createFileRoute("/_sections/user-groups/$userGroupId")({
  validateSearch: readGroupPlace,
  beforeLoad: (match) => checkPermission(match, "view_user_group"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps: { tab, ...place } }) => {
    prefetch(context, getUserGroup, { params });
    // Without a tab the page shows the members.
    if (tab === undefined) prefetch(context, listGroupMembers, { params, query: listQuery(place) });
  },
  staticData: { title: () => m["userGroups.groupTitle"]() },
  component: UserGroupPage,
});

function UserGroupPage() {
  const { userGroupId } = Route.useParams();
  const place = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noUserGroupPermission"]()} />;
  return <UserGroupScreen key={userGroupId} userGroupId={userGroupId} place={place} />;
}
