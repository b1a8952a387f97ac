import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { FindReceiptScreen } from "#/features/erasures/find-receipt-screen.tsx";

export const Route = createFileRoute("/_sections/erasures/")({
  beforeLoad: (match) => checkPermission(match, "manage_players"),
  staticData: { title: () => m["erasures.findTitle"]() },
  component: FindReceipt,
});

function FindReceipt() {
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noPlayerPermission"]()} />;
  return <FindReceiptScreen />;
}
