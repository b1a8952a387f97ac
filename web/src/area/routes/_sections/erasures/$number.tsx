import { createFileRoute } from "@tanstack/react-router";
import { getErasure } from "@storyport/contract/erasures";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { ReceiptScreen } from "#/features/erasures/receipt-screen.tsx";

/** The receipt of an erased student, by its number. `isNew`: the student was erased just now. */
export const Route = createFileRoute("/_sections/erasures/$number")({
  validateSearch: (search): { isNew?: true } => (String(search["isNew"]) === "true" ? { isNew: true } : {}),
  beforeLoad: (match) => checkPermission(match, "manage_players"),
  loader: ({ context, params: { number } }) => prefetch(context, getErasure, { params: { number } }),
  staticData: { title: () => m["erasures.receiptTitle"]() },
  component: ReceiptPage,
});

function ReceiptPage() {
  const { number } = Route.useParams();
  const { isNew = false } = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noPlayerPermission"]()} />;
  return <ReceiptScreen key={number} number={number} isNew={isNew} />;
}
