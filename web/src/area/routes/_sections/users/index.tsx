import { searchUsers } from "@storyport/contract/users";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { readListSearch } from "#/features/lists/list-search.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { usersOf } from "#/features/users/user-search.ts";
import { UserSearchScreen } from "#/features/users/user-search-screen.tsx";

export const Route = createFileRoute("/_sections/users/")({
  validateSearch: readListSearch,
  beforeLoad: (match) => checkPermission(match, "admin"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetch(context, searchUsers, usersOf(deps)),
  staticData: { title: () => m["users.searchTitle"]() },
  component: UserSearchPage,
});

function UserSearchPage() {
  const place = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <UserSearchScreen place={place} />;
}
