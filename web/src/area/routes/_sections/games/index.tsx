import { listGames } from "@storyport/contract/games";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { readListPlace } from "#/features/lists/list-search.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { GamesScreen } from "#/features/games/games-screen.tsx";

/**
 * The page /games. Files below `_sections` share the layout with the links to the sections. The endpoint returns all games, and the screen
 * searches them. So the loader has no loaderDeps, and a search sends no request.
 */
export const Route = createFileRoute("/_sections/games/")({
  validateSearch: readListPlace,
  beforeLoad: (match) => checkPermission(match, "admin"),
  loader: ({ context }) => prefetch(context, listGames),
  staticData: { title: () => m["games.adminTitle"]() },
  component: GamesPage,
});

function GamesPage() {
  const place = Route.useSearch();
  // `checkPermission` has put isAllowed into the context.
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <GamesScreen place={place} />;
}
