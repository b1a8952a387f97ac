import { startLesson } from "@storyport/contract/lessons";
import { m } from "@storyport/texts/messages";
import type { MouseEvent, ReactNode } from "react";
import { failureText } from "#/api/failure-text.ts";
import { leaveFor, useAction } from "#/api/use-action.ts";
import { lessonTexts } from "#/features/lessons/lesson-texts.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { usePortal } from "#/shell/portal.ts";
import { LinkButton } from "#/ui/button.tsx";
import styles from "./class-overviews.module.css";

/** As long as a lesson of most schools; the class page offers other lengths. */
const minutes = 45;

/**
 * One tap starts a lesson and opens it, or opens the lesson that runs already. Before the script runs, and in a new tab, the link leads to
 * the class page, which starts lessons too.
 */
export function StartLesson({ playerGroupId, children }: { playerGroupId: string; children: ReactNode }) {
  const { call } = usePortal();
  const { isBusy, failure, act } = useAction();
  const page = `/player-groups/${playerGroupId}`;
  const handleClick = (event: MouseEvent) => {
    // With these keys the browser opens a new tab or stores the link.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void act(async () => {
      await call(startLesson, { params: { playerGroupId }, body: { minutes } });
      await leaveFor(`${page}/lesson`);
    });
  };
  return (
    <>
      {failure !== undefined && (
        <div className={styles["failure"]}>
          <FailureNotice>{failureText(failure, lessonTexts)}</FailureNotice>
        </div>
      )}
      <LinkButton href={page} onClick={handleClick} aria-disabled={isBusy || undefined}>
        {isBusy ? m["app.waiting"]() : m["lessons.start"]()}
        {children}
      </LinkButton>
    </>
  );
}
