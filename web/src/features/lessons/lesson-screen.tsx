import { getRunningLesson } from "@storyport/contract/lessons";
import type { Lesson } from "@storyport/contract/lessons";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { MissingPage } from "#/shell/missing-page.tsx";
import { usePageTitle } from "#/shell/use-page-title.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { LessonBoard } from "./lesson-board.tsx";
import type { LessonSearch } from "./lesson-search.ts";
import { LessonSummary } from "./lesson-summary.tsx";
import { lessonTexts } from "./lesson-texts.ts";
import { StartLessonForm } from "./start-lesson-form.tsx";
import { useLiveBoard } from "./use-live-board.ts";

/**
 * The lesson of a class: its board, with a summary above once it is over. Without a lesson, users who may lead get the form that starts it.
 * The address names the lesson that was followed last, which a reload shows again unless another lesson runs.
 */
export function LessonScreen({ playerGroupId, lessonId }: LessonSearch & { playerGroupId: string }) {
  const { data, error, refetch } = useEndpoint(getRunningLesson, { params: { playerGroupId } });
  usePageTitle(data?.groupName && m["lessons.heading"]({ name: data.groupName }));
  // Stays when the lesson is over and the class has none any more.
  const [followed, setFollowed] = useState(data?.lesson);
  const [answer, setAnswer] = useState(data);
  if (data !== answer) {
    setAnswer(data);
    // The first answer may be the cached answer of the class page. A colleague may have started another lesson since.
    if (data?.lesson !== undefined) setFollowed(data.lesson);
  }
  if (followed !== undefined) return <FollowedLesson key={followed.id} lesson={followed} lessonId={lessonId} />;
  if (data === undefined) {
    return (
      <MissingPage
        heading={m["lessons.title"]()}
        error={error}
        text={({ failure }) => failureText(failure, lessonTexts)}
        onRetry={() => void refetch()}
      >
        <BackToClass playerGroupId={playerGroupId} />
      </MissingPage>
    );
  }
  const heading = <bdi>{data.groupName === undefined ? m["lessons.title"]() : m["lessons.heading"]({ name: data.groupName })}</bdi>;
  const startForm = data.mayLead && <StartLessonForm playerGroupId={playerGroupId} onStarted={setFollowed} />;
  if (lessonId !== undefined) {
    return (
      <FollowedBoard lessonId={lessonId} heading={heading} playerGroupId={playerGroupId}>
        {startForm}
      </FollowedBoard>
    );
  }
  return (
    <>
      <PageHeading intro={m["lessons.startIntro"]()}>{heading}</PageHeading>
      <Notice quiet>{m["lessons.none"]()}</Notice>
      {startForm}
      <BackToClass playerGroupId={playerGroupId} />
    </>
  );
}

function FollowedLesson({ lesson, lessonId }: LessonSearch & { lesson: Lesson }) {
  const navigate = useNavigate();
  const isNamed = lessonId === lesson.id;
  useEffect(() => {
    if (!isNamed) void navigate({ to: ".", search: { lessonId: lesson.id }, replace: true });
  }, [navigate, isNamed, lesson.id]);
  const heading = <bdi>{m["lessons.heading"]({ name: lesson.groupName })}</bdi>;
  return <FollowedBoard lessonId={lesson.id} heading={heading} playerGroupId={lesson.playerGroupId} />;
}

interface FollowedBoardProps {
  lessonId: string;
  heading: ReactNode;
  playerGroupId: string;
  /** Shown when this lesson no longer runs. An old address, such as a bookmark, may lead here. */
  children?: ReactNode;
}

function FollowedBoard({ lessonId, heading, playerGroupId, children }: FollowedBoardProps) {
  const live = useLiveBoard(lessonId);
  const { failure } = live;
  // The heading names this class. A changed address may name a lesson of another.
  const isOfOther = live.board !== undefined && live.board.lesson.playerGroupId !== playerGroupId;
  const board = isOfOther ? undefined : live.board;
  const isWaiting = failure === undefined && live.board === undefined;
  return (
    <>
      <PageHeading>{heading}</PageHeading>
      {failure !== undefined && <FailureNotice>{failureText(failure, lessonTexts)}</FailureNotice>}
      {isOfOther && <Notice quiet>{m["lessons.none"]()}</Notice>}
      {board?.lesson.ended !== undefined && <LessonSummary board={board} />}
      {isWaiting && <Pending>{m["app.waiting"]()}</Pending>}
      {failure === undefined && board !== undefined && <LessonBoard board={board} live={live} />}
      {(isOfOther || failure !== undefined || board?.lesson.ended !== undefined) && children}
      <BackToClass playerGroupId={playerGroupId} />
    </>
  );
}

function BackToClass({ playerGroupId }: { playerGroupId: string }) {
  return (
    <Link to="/player-groups/$playerGroupId" params={{ playerGroupId }} search={{}} className={buttonClass("quiet")}>
      {m["lessons.backToClass"]()}
    </Link>
  );
}
