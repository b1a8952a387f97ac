import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/features/admin-area/check-permission.ts";
import { readListSearch } from "#/features/admin-area/list-search.ts";
import { NoAccess } from "#/features/admin-area/no-access.tsx";
import { UserSearchScreen } from "#/features/users/user-search-screen.tsx";

export const Route = createFileRoute("/_sections/users/")({
  validateSearch: readListSearch,
  beforeLoad: (match) => checkPermission(match, "admin"),
  staticData: { title: () => m["users.searchTitle"]() },
  component: UserSearchPage,
});

function UserSearchPage() {
  const { page, filter } = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <UserSearchScreen page={page} filter={filter} />;
}
