import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { ExampleScreen } from "#/features/game-rights/example-screen.tsx";

/** The source is in the screen's own script, so there is nothing to fetch. */
export const Route = createFileRoute("/_sections/bench/examples/$name")({
  staticData: { title: () => m["bench.examplesTitle"]() },
  component: ExamplePage,
});

function ExamplePage() {
  const { name } = Route.useParams();
  return <ExampleScreen key={name} name={name} />;
}
