import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { AdminHomeScreen } from "#/area/admin-home-screen.tsx";

export const Route = createFileRoute("/_sections/admin/")({
  beforeLoad: (match) => checkPermission(match, "admin"),
  staticData: { title: () => m["area.adminTitle"]() },
  component: AdminHomePage,
});

function AdminHomePage() {
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <AdminHomeScreen />;
}
