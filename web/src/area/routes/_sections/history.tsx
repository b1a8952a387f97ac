import { listAuditEvents } from "@storyport/contract/audit";
import { searchOrganizations } from "@storyport/contract/organizations";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { firstOrganizations } from "#/features/organizations/first-organizations.ts";
import { eventsOf, readHistorySearch } from "#/features/history/history-search.ts";
import { HistoryScreen } from "#/features/history/history-screen.tsx";

export const Route = createFileRoute("/_sections/history")({
  validateSearch: readHistorySearch,
  beforeLoad: (match) => checkPermission(match, "manage_members"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    prefetch(context, listAuditEvents, eventsOf(deps));
    prefetch(context, searchOrganizations, firstOrganizations);
  },
  staticData: { title: () => m["history.title"]() },
  component: HistoryPage,
});

function HistoryPage() {
  const search = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <HistoryScreen search={search} />;
}
