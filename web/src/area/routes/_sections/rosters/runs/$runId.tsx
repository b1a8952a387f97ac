import { getRosterRun } from "@storyport/contract/rosters";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { RunScreen } from "#/features/rosters/run-screen.tsx";

export const Route = createFileRoute("/_sections/rosters/runs/$runId")({
  beforeLoad: (match) => checkPermission(match, "manage_members"),
  loader: ({ context, params }) => prefetch(context, getRosterRun, { params }),
  staticData: { title: () => m["rosters.changes"]() },
  component: RunPage,
});

function RunPage() {
  const { runId } = Route.useParams();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <RunScreen key={runId} runId={runId} />;
}
