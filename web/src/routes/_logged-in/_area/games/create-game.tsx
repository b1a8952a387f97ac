import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/features/admin-area/check-permission.ts";
import { NoAccess } from "#/features/admin-area/no-access.tsx";
import { CreateGameScreen } from "#/features/games/create-game-screen.tsx";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/_logged-in/_area/games/create-game")({
  beforeLoad: (match) => checkPermission(match, "admin"),
  head: ({ match }) => pageTitle(match.context, m["games.createTitle"]()),
  component: CreateGamePage,
});

function CreateGamePage() {
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <CreateGameScreen />;
}
