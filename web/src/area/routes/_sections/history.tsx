import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/features/admin-area/check-permission.ts";
import { NoAccess } from "#/features/admin-area/no-access.tsx";
import { readHistorySearch } from "#/features/history/history-search.ts";
import { HistoryScreen } from "#/features/history/history-screen.tsx";

export const Route = createFileRoute("/_sections/history")({
  validateSearch: readHistorySearch,
  beforeLoad: (match) => checkPermission(match, "manage_members"),
  staticData: { title: () => m["history.title"]() },
  component: HistoryPage,
});

function HistoryPage() {
  const search = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <HistoryScreen search={search} />;
}
