import { listDevices } from "@storyport/contract/seats";
import { m } from "@storyport/texts/messages";
import { createFileRoute } from "@tanstack/react-router";
import { prefetch } from "#/area/prefetch.ts";
import { DevicesScreen } from "#/features/seats/devices-screen.tsx";

/** The devices of a class's school. A teacher reaches the school by a class, so the class is in the address. */
export const Route = createFileRoute("/_sections/player-groups/$playerGroupId_/devices")({
  loader: ({ context, params }) => prefetch(context, listDevices, { params }),
  staticData: { title: () => m["seats.ofSchool"]() },
  component: Devices,
});

function Devices() {
  const { playerGroupId } = Route.useParams();
  return <DevicesScreen key={playerGroupId} playerGroupId={playerGroupId} />;
}
