import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/features/admin-area/check-permission.ts";
import { NoAccess } from "#/features/admin-area/no-access.tsx";
import { SendPasswordScreen } from "#/features/users/send-password-screen.tsx";

export const Route = createFileRoute("/_sections/admin/set-password")({
  validateSearch: ({ userId }: Record<string, unknown>): { userId: string } => ({ userId: typeof userId === "string" ? userId : "" }),
  beforeLoad: (match) => checkPermission(match, "manage_members"),
  staticData: { title: () => m["users.setPasswordTitle"]() },
  component: SendPasswordPage,
});

function SendPasswordPage() {
  const { userId } = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <SendPasswordScreen userId={userId.trim()} />;
}
