import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/features/admin-area/check-permission.ts";
import { NoAccess } from "#/features/admin-area/no-access.tsx";
import { CreateUserGroupScreen } from "#/features/user-groups/create-user-group-screen.tsx";

export const Route = createFileRoute("/_sections/user-groups/create-user-group")({
  beforeLoad: (match) => checkPermission(match, "manage_members"),
  staticData: { title: () => m["userGroups.createTitle"]() },
  component: CreateUserGroupPage,
});

function CreateUserGroupPage() {
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noCreateUserGroupPermission"]()} />;
  return <CreateUserGroupScreen />;
}
