import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/features/admin-area/check-permission.ts";
import { NoAccess } from "#/features/admin-area/no-access.tsx";
import { readOrganizationPlace } from "#/features/organizations/organization-place.ts";
import { OrganizationScreen } from "#/features/organizations/organization-screen.tsx";

export const Route = createFileRoute("/_sections/organizations/$organizationId")({
  validateSearch: readOrganizationPlace,
  beforeLoad: (match) => checkPermission(match, "manage_members"),
  staticData: { title: () => m["organizations.organizationTitle"]() },
  component: OrganizationPage,
});

function OrganizationPage() {
  const { organizationId } = Route.useParams();
  const place = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <OrganizationScreen key={organizationId} organizationId={organizationId} place={place} />;
}
