import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/features/admin-area/check-permission.ts";
import { readListPlace } from "#/features/admin-area/list-place.ts";
import { NoAccess } from "#/features/admin-area/no-access.tsx";
import { OrganizationsScreen } from "#/features/organizations/organizations-screen.tsx";

export const Route = createFileRoute("/_sections/organizations/")({
  validateSearch: readListPlace,
  beforeLoad: (match) => checkPermission(match, "manage_members"),
  staticData: { title: () => m["organizations.title"]() },
  component: OrganizationsPage,
});

function OrganizationsPage() {
  const { page = 1, filter = "" } = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <OrganizationsScreen page={page} filter={filter} />;
}
