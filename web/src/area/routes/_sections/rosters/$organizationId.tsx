import { getRosters } from "@storyport/contract/rosters";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { RostersScreen } from "#/features/rosters/rosters-screen.tsx";

export const Route = createFileRoute("/_sections/rosters/$organizationId")({
  beforeLoad: (match) => checkPermission(match, "manage_members"),
  loader: ({ context, params }) => prefetch(context, getRosters, { query: params }),
  staticData: { title: () => m["rosters.title"]() },
  component: RostersPage,
});

function RostersPage() {
  const { organizationId } = Route.useParams();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <RostersScreen key={organizationId} organizationId={organizationId} />;
}
