import { checkTransfer } from "@storyport/contract/transfers";
import { createFileRoute } from "@tanstack/react-router";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { m } from "@storyport/texts/messages";
import { OfferScreen } from "#/features/transfers/offer-screen.tsx";

export const Route = createFileRoute("/_sections/transfers/$token")({
  beforeLoad: (match) => checkPermission(match, "manage_players"),
  loader: ({ context, params: { token } }) => prefetch(context, checkTransfer, { body: { token } }),
  staticData: { title: () => m["transfers.offerTitle"]() },
  component: Offer,
});

function Offer() {
  const { token } = Route.useParams();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noPlayerPermission"]()} />;
  return <OfferScreen key={token} token={token} />;
}
