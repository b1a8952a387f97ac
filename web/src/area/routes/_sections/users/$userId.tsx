import { getUser } from "@storyport/contract/users";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { UserScreen } from "#/features/users/user-screen.tsx";
import { readUserTab } from "#/features/users/user-tab.ts";

export const Route = createFileRoute("/_sections/users/$userId")({
  validateSearch: readUserTab,
  beforeLoad: (match) => checkPermission(match, "manage_members"),
  loader: ({ context, params: { userId } }) => prefetch(context, getUser, { params: { userId } }),
  staticData: { title: () => m["users.userInfo"]() },
  component: UserPage,
});

function UserPage() {
  const { userId } = Route.useParams();
  const { tab } = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <UserScreen key={userId} userId={userId} tab={tab} />;
}
