import { checkClassMove } from "@storyport/contract/class-moves";
import { createFileRoute } from "@tanstack/react-router";
import { prefetch } from "#/area/prefetch.ts";
import { m } from "@storyport/texts/messages";
import { ClassMoveScreen } from "#/features/class-moves/class-move-screen.tsx";
import { readStudentSearch } from "#/features/player-groups/student-search.ts";

/** The move of students of a class. The server refuses a class that the user may not modify, so no permission is checked here. */
export const Route = createFileRoute("/_sections/player-groups/$playerGroupId_/move")({
  validateSearch: readStudentSearch,
  loader: ({ context, params }) => prefetch(context, checkClassMove, { params, query: {} }),
  staticData: { title: () => m["classMoves.title"]() },
  component: ClassMove,
});

function ClassMove() {
  const { playerGroupId } = Route.useParams();
  const { student } = Route.useSearch();
  return <ClassMoveScreen key={`${playerGroupId} ${student}`} playerGroupId={playerGroupId} student={student} />;
}
