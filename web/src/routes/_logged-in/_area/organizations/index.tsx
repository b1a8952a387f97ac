import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/features/admin-area/check-permission.ts";
import { NoAccess } from "#/features/admin-area/no-access.tsx";
import { OrganizationsScreen } from "#/features/organizations/organizations-screen.tsx";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/_logged-in/_area/organizations/")({
  beforeLoad: (match) => checkPermission(match, "manage_members"),
  head: ({ match }) => pageTitle(match.context, m["organizations.title"]()),
  component: OrganizationsPage,
});

function OrganizationsPage() {
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <OrganizationsScreen />;
}
