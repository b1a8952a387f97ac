import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/features/admin-area/check-permission.ts";
import { NoAccess } from "#/features/admin-area/no-access.tsx";
import { UserScreen } from "#/features/users/user-screen.tsx";
import { readUserTab } from "#/features/users/user-tab.ts";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/_logged-in/_area/users/$userId")({
  validateSearch: readUserTab,
  beforeLoad: (match) => checkPermission(match, "manage_members"),
  head: ({ match }) => pageTitle(match.context, m["users.userInfo"]()),
  component: UserPage,
});

function UserPage() {
  const { userId } = Route.useParams();
  const { tab } = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <UserScreen key={userId} userId={userId} tab={tab} />;
}
