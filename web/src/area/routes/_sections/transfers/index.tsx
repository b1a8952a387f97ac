import { searchOrganizations } from "@storyport/contract/organizations";
import { checkTransfer } from "@storyport/contract/transfers";
import { createFileRoute } from "@tanstack/react-router";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { m } from "@storyport/texts/messages";
import { isAdmin } from "#/features/games/offered-games.ts";
import { firstOrganizations } from "#/features/organizations/first-organizations.ts";
import { readKeptOffer } from "#/features/transfers/kept-offer.ts";
import { OfferScreen } from "#/features/transfers/offer-screen.tsx";

/** The page of a transfer's link. The link's token is not in this address: the tab keeps it for an hour (`kept-offer.ts`). */
export const Route = createFileRoute("/_sections/transfers/")({
  beforeLoad: async (match) => ({
    ...(await checkPermission(match, "manage_players")),
    token: readKeptOffer(match.context.user.accountId),
  }),
  loader: ({ context }) => {
    if (context.token === undefined) return;
    prefetch(context, checkTransfer, { body: { token: context.token } });
    // An administrator chooses the school first.
    if (isAdmin(context.user)) prefetch(context, searchOrganizations, firstOrganizations);
  },
  staticData: { title: () => m["transfers.offerTitle"]() },
  component: Offer,
});

function Offer() {
  const { isAllowed, token } = Route.useRouteContext();
  if (!isAllowed) return <NoAccess reason={m["area.noPlayerPermission"]()} />;
  return <OfferScreen key={token} token={token} />;
}
