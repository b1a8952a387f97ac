import { listOwnGames } from "@storyport/contract/game-rights";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { prefetch } from "#/area/prefetch.ts";
import { OpenidClientScreen } from "#/features/game-rights/openid-client-screen.tsx";

/** The screen finds its game in the list of the user's games. A game without a right is missing there, so no permission is checked. */
export const Route = createFileRoute("/_sections/bench/$gameId_/openid")({
  loader: ({ context }) => prefetch(context, listOwnGames),
  staticData: { title: () => m["openidClients.title"]() },
  component: OpenidClientPage,
});

function OpenidClientPage() {
  const { gameId } = Route.useParams();
  return <OpenidClientScreen key={gameId} gameId={gameId} />;
}
