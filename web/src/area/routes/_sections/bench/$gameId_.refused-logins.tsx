import { listOwnGames, listRefusedLogins } from "@storyport/contract/game-rights";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { prefetch } from "#/area/prefetch.ts";
import { RefusedLoginsScreen } from "#/features/game-rights/refused-logins-screen.tsx";

/** No permission is checked: the right on the game decides, and the page has not read it yet. */
export const Route = createFileRoute("/_sections/bench/$gameId_/refused-logins")({
  loader: ({ context, params }) => {
    prefetch(context, listOwnGames);
    prefetch(context, listRefusedLogins, { params });
  },
  staticData: { title: () => m["refusedLogins.title"]() },
  component: RefusedLoginsPage,
});

function RefusedLoginsPage() {
  const { gameId } = Route.useParams();
  return <RefusedLoginsScreen key={gameId} gameId={gameId} />;
}
