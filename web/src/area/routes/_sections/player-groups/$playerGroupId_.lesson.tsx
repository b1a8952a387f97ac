import { getRunningLesson } from "@storyport/contract/lessons";
import { createFileRoute } from "@tanstack/react-router";
import { prefetch } from "#/area/prefetch.ts";
import { m } from "@storyport/texts/messages";
import { LessonScreen } from "#/features/lessons/lesson-screen.tsx";
import { readLessonSearch } from "#/features/lessons/lesson-search.ts";

/** Checks no permission: the right on the class decides, and only the server knows it (`$playerGroupId.tsx`). */
export const Route = createFileRoute("/_sections/player-groups/$playerGroupId_/lesson")({
  validateSearch: readLessonSearch,
  loader: ({ context, params }) => prefetch(context, getRunningLesson, { params }),
  staticData: { title: () => m["lessons.title"]() },
  component: Lesson,
});

function Lesson() {
  const { playerGroupId } = Route.useParams();
  const { lessonId } = Route.useSearch();
  return <LessonScreen key={playerGroupId} playerGroupId={playerGroupId} lessonId={lessonId} />;
}
