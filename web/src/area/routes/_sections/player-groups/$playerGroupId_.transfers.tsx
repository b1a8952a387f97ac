import { listBadges } from "@storyport/contract/qr-login";
import { listTransfers } from "@storyport/contract/transfers";
import { createFileRoute } from "@tanstack/react-router";
import { prefetch } from "#/area/prefetch.ts";
import { m } from "@storyport/texts/messages";
import { readStudentSearch } from "#/features/player-groups/student-search.ts";
import { TransfersScreen } from "#/features/transfers/transfers-screen.tsx";

export const Route = createFileRoute("/_sections/player-groups/$playerGroupId_/transfers")({
  validateSearch: readStudentSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps: { student } }) => {
    prefetch(context, listTransfers, { params });
    // The list of badges has the name of the chosen student.
    if (student !== undefined) prefetch(context, listBadges, { params });
  },
  staticData: { title: () => m["transfers.title"]() },
  component: Transfers,
});

function Transfers() {
  const { playerGroupId } = Route.useParams();
  const { student } = Route.useSearch();
  return <TransfersScreen key={`${playerGroupId} ${student}`} playerGroupId={playerGroupId} student={student} />;
}
