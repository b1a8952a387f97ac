import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/features/admin-area/check-permission.ts";
import { NoAccess } from "#/features/admin-area/no-access.tsx";
import { CreateOrganizationScreen } from "#/features/organizations/create-organization-screen.tsx";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/_logged-in/_area/organizations/create-organization")({
  beforeLoad: (match) => checkPermission(match, "admin"),
  head: ({ match }) => pageTitle(match.context, m["organizations.createTitle"]()),
  component: CreateOrganizationPage,
});

function CreateOrganizationPage() {
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noCreateOrganizationPermission"]()} />;
  return <CreateOrganizationScreen />;
}
