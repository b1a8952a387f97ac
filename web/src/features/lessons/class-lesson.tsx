import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { timeOfDay } from "#/features/player-groups/badge-dates.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";
import { StartLessonForm } from "./start-lesson-form.tsx";
import { useRunningLesson } from "./use-running-lesson.ts";

/** On the class page: the lesson that runs, or the form that starts one. Readers get no form. Without an answer it shows nothing. */
export function ClassLesson({ playerGroupId }: { playerGroupId: string }) {
  const data = useRunningLesson(playerGroupId);
  const navigate = useNavigate();
  const there = { to: "/player-groups/$playerGroupId/lesson", params: { playerGroupId } } as const;
  if (data?.lesson !== undefined) {
    return (
      <Notice quiet title={m["lessons.running"]({ time: timeOfDay(data.lesson.endsAt) })}>
        <Row>
          <Link {...there} className={buttonClass("primary")}>
            {m["lessons.open"]()}
          </Link>
        </Row>
      </Notice>
    );
  }
  if (data?.mayLead !== true) return null;
  return <StartLessonForm playerGroupId={playerGroupId} onStarted={() => void navigate(there)} />;
}
