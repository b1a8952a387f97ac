import { searchOrganizations } from "@storyport/contract/organizations";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { listQuery, readListPlace } from "#/features/lists/list-search.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { OrganizationsScreen } from "#/features/organizations/organizations-screen.tsx";

export const Route = createFileRoute("/_sections/organizations/")({
  validateSearch: readListPlace,
  beforeLoad: (match) => checkPermission(match, "manage_members"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetch(context, searchOrganizations, { query: listQuery(deps) }),
  staticData: { title: () => m["organizations.title"]() },
  component: OrganizationsPage,
});

function OrganizationsPage() {
  const place = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <OrganizationsScreen place={place} />;
}
