import { listRunningLessons } from "@storyport/contract/lessons";
import { m } from "@storyport/texts/messages";
import { createFileRoute } from "@tanstack/react-router";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { AddDeviceScreen } from "#/features/seats/add-device-screen.tsx";
import { readSeatSearch } from "#/features/seats/seat-search.ts";

export const Route = createFileRoute("/_sections/seat")({
  validateSearch: readSeatSearch,
  beforeLoad: (match) => checkPermission(match, "manage_players"),
  loader: ({ context }) => prefetch(context, listRunningLessons),
  staticData: { title: () => m["seats.add"]() },
  component: AddDevice,
});

function AddDevice() {
  const search = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noPlayerPermission"]()} />;
  return <AddDeviceScreen key={search.user_code ?? ""} search={search} />;
}
