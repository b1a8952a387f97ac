import { listGames } from "@storyport/contract/games";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { CreateOrganizationScreen } from "#/features/organizations/create-organization-screen.tsx";

export const Route = createFileRoute("/_sections/organizations/create-organization")({
  beforeLoad: (match) => checkPermission(match, "admin"),
  loader: ({ context }) => prefetch(context, listGames),
  staticData: { title: () => m["organizations.createHeading"]() },
  component: CreateOrganizationPage,
});

function CreateOrganizationPage() {
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noCreateOrganizationPermission"]()} />;
  return <CreateOrganizationScreen />;
}
