import { listOwnGames } from "@storyport/contract/game-rights";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { prefetch } from "#/area/prefetch.ts";
import { BenchScreen } from "#/features/game-rights/bench-screen.tsx";

export const Route = createFileRoute("/_sections/bench/")({
  loader: ({ context }) => prefetch(context, listOwnGames),
  staticData: { title: () => m["bench.title"]() },
  component: BenchScreen,
});
