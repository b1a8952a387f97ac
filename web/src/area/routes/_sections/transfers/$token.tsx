import { createFileRoute, redirect } from "@tanstack/react-router";
import { keepOffer } from "#/features/transfers/kept-offer.ts";

/** A transfer's link. Its token leaves the address, and so the browser's history, before anything is shown. */
export const Route = createFileRoute("/_sections/transfers/$token")({
  beforeLoad: ({ context: { user }, params: { token } }) => {
    keepOffer(user.accountId, token);
    throw redirect({ to: "/transfers", replace: true });
  },
});
