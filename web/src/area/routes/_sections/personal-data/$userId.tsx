import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { PersonalDataScreen } from "#/features/personal-data/personal-data-screen.tsx";

/** Nothing is prefetched: the screen fetches the data only on request, because each export is recorded. */
export const Route = createFileRoute("/_sections/personal-data/$userId")({
  beforeLoad: (match) => checkPermission(match, "manage_players"),
  staticData: { title: () => m["personalData.title"]() },
  component: PersonalDataPage,
});

function PersonalDataPage() {
  const { userId } = Route.useParams();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noPlayerPermission"]()} />;
  return <PersonalDataScreen key={userId} userId={userId} />;
}
