import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/features/admin-area/check-permission.ts";
import { NoAccess } from "#/features/admin-area/no-access.tsx";
import { CreateOrganizationScreen } from "#/features/organizations/create-organization-screen.tsx";

export const Route = createFileRoute("/_sections/organizations/create-organization")({
  beforeLoad: (match) => checkPermission(match, "admin"),
  staticData: { title: () => m["organizations.createTitle"]() },
  component: CreateOrganizationPage,
});

function CreateOrganizationPage() {
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noCreateOrganizationPermission"]()} />;
  return <CreateOrganizationScreen />;
}
