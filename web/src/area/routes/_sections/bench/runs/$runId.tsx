import { getConformanceRun } from "@storyport/contract/conformance";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { prefetch } from "#/area/prefetch.ts";
import { RunScreen } from "#/features/conformance/run-screen.tsx";

/** No permission is checked: the right on the game decides, and only the server knows it. */
export const Route = createFileRoute("/_sections/bench/runs/$runId")({
  loader: ({ context, params }) => prefetch(context, getConformanceRun, { params }),
  staticData: { title: () => m["bench.runsTitle"]() },
  component: RunPage,
});

function RunPage() {
  const { runId } = Route.useParams();
  return <RunScreen key={runId} runId={runId} />;
}
