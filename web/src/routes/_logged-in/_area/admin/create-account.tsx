import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/features/admin-area/check-permission.ts";
import { NoAccess } from "#/features/admin-area/no-access.tsx";
import { CreateUserScreen } from "#/features/users/create-user-screen.tsx";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/_logged-in/_area/admin/create-account")({
  beforeLoad: (match) => checkPermission(match, "manage_members"),
  head: ({ match }) => pageTitle(match.context, m["users.createTitle"]()),
  component: CreateUserPage,
});

function CreateUserPage() {
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <CreateUserScreen />;
}
