import { listOwnGames } from "@storyport/contract/game-rights";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { prefetch } from "#/area/prefetch.ts";
import { BenchScreen } from "#/features/game-rights/bench-screen.tsx";

/** No permission is checked: the server lists only games on which the user has a right. An administrator is OWNER of every game. */
export const Route = createFileRoute("/_sections/bench/")({
  loader: ({ context }) => prefetch(context, listOwnGames),
  staticData: { title: () => m["bench.title"]() },
  component: BenchScreen,
});
