import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/features/admin-area/check-permission.ts";
import { readListPlace } from "#/features/admin-area/list-place.ts";
import { NoAccess } from "#/features/admin-area/no-access.tsx";
import { GamesScreen } from "#/features/games/games-screen.tsx";

export const Route = createFileRoute("/_sections/games/")({
  validateSearch: readListPlace,
  beforeLoad: (match) => checkPermission(match, "admin"),
  staticData: { title: () => m["games.adminTitle"]() },
  component: GamesPage,
});

function GamesPage() {
  const { filter } = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <GamesScreen filter={filter} />;
}
