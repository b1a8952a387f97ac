import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/features/admin-area/check-permission.ts";
import { NoAccess } from "#/features/admin-area/no-access.tsx";
import { CreateUserScreen } from "#/features/users/create-user-screen.tsx";

export const Route = createFileRoute("/_sections/admin/create-account")({
  beforeLoad: (match) => checkPermission(match, "manage_members"),
  staticData: { title: () => m["users.createTitle"]() },
  component: CreateUserPage,
});

function CreateUserPage() {
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <CreateUserScreen />;
}
