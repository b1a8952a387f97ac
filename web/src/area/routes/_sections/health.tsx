import { getHealth } from "@storyport/contract/health";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { HealthScreen } from "#/features/health/health-screen.tsx";

export const Route = createFileRoute("/_sections/health")({
  beforeLoad: (match) => checkPermission(match, "admin"),
  loader: ({ context }) => prefetch(context, getHealth),
  staticData: { title: () => m["health.title"]() },
  component: HealthPage,
});

function HealthPage() {
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noAdminPermissions"]()} />;
  return <HealthScreen />;
}
