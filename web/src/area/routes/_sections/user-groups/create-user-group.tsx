import { searchOrganizations } from "@storyport/contract/organizations";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { firstOrganizations } from "#/features/organizations/first-organizations.ts";
import { CreateUserGroupScreen } from "#/features/user-groups/create-user-group-screen.tsx";

export const Route = createFileRoute("/_sections/user-groups/create-user-group")({
  beforeLoad: (match) => checkPermission(match, "manage_members"),
  loader: ({ context }) => prefetch(context, searchOrganizations, firstOrganizations),
  staticData: { title: () => m["userGroups.createHeading"]() },
  component: CreateUserGroupPage,
});

function CreateUserGroupPage() {
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noCreateUserGroupPermission"]()} />;
  return <CreateUserGroupScreen />;
}
