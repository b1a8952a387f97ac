import { getRunningLesson } from "@storyport/contract/lessons";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { timeOfDay } from "#/features/player-groups/badge-dates.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";
import { StartLessonForm } from "./start-lesson-form.tsx";

/**
 * On the class page: the lesson that runs, or the form that starts one. Readers get no form. Without an answer it shows nothing.
 * Nothing tells the page that the lesson has ended, so it shows that lesson until the next fetch.
 */
export function ClassLesson({ playerGroupId }: { playerGroupId: string }) {
  const { data } = useEndpoint(getRunningLesson, { params: { playerGroupId } });
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
