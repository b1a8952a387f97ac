import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { CreateGameScreen } from "#/features/games/create-game-screen.tsx";

export const Route = createFileRoute("/_sections/games/create-game")({
  beforeLoad: (match) => checkPermission(match, "admin"),
  staticData: { title: () => m["games.createTitle"]() },
  component: CreateGamePage,
});

function CreateGamePage() {
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <CreateGameScreen />;
}
