import { listLoginTypes } from "@storyport/contract/login";
import { searchOrganizations } from "@storyport/contract/organizations";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { firstOrganizations } from "#/features/organizations/first-organizations.ts";
import { CreateUserScreen } from "#/features/users/create-user-screen.tsx";

export const Route = createFileRoute("/_sections/admin/create-account")({
  beforeLoad: (match) => checkPermission(match, "manage_members"),
  loader: ({ context }) => {
    prefetch(context, listLoginTypes);
    prefetch(context, searchOrganizations, firstOrganizations);
  },
  staticData: { title: () => m["users.createTitle"]() },
  component: CreateUserPage,
});

function CreateUserPage() {
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <CreateUserScreen />;
}
