import { listConformanceRuns } from "@storyport/contract/conformance";
import { listOwnGames } from "@storyport/contract/game-rights";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { prefetch } from "#/area/prefetch.ts";
import { BenchGameScreen } from "#/features/game-rights/bench-game-screen.tsx";

/** The screen finds its game in the list of the user's games. A game without a right is missing there, so no permission is checked. */
export const Route = createFileRoute("/_sections/bench/$gameId")({
  loader: ({ context, params }) => {
    prefetch(context, listOwnGames);
    prefetch(context, listConformanceRuns, { params });
  },
  staticData: { title: () => m["games.gameTitle"]() },
  component: BenchGamePage,
});

function BenchGamePage() {
  const { gameId } = Route.useParams();
  return <BenchGameScreen key={gameId} gameId={gameId} />;
}
