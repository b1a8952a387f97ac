import { ringBell } from "@storyport/contract/lessons";
import type { LessonBoard } from "@storyport/contract/lessons";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
import { lessonTexts } from "./lesson-texts.ts";
import styles from "./lessons.module.css";

interface BellProps {
  lessonId: string;
  onRung: (board: LessonBoard) => void;
}

/** Ends the lesson after a question. On a phone it stays at the bottom of the screen, where the thumb is. */
export function Bell({ lessonId, onRung }: BellProps) {
  const { call } = usePortal();
  const { isBusy, failure, act, forget } = useAction();
  const [isAsked, setIsAsked] = useState(false);
  const handleRing = () =>
    act(async () => {
      onRung(await call(ringBell, { params: { lessonId }, body: {} }));
      setIsAsked(false);
    });
  const handleKeep = () => {
    forget();
    setIsAsked(false);
  };
  return (
    <div className={styles["bell"]}>
      <Button size="large" picture={<BellPicture />} onClick={() => setIsAsked(true)}>
        {m["lessons.bell"]()}
      </Button>
      {isAsked && (
        <ConfirmDialog
          danger
          title={m["lessons.bellQuestion"]()}
          confirmText={m["lessons.bellYes"]()}
          cancelText={m["lessons.bellNo"]()}
          pending={isBusy}
          pendingText={m["app.waiting"]()}
          failure={failure === undefined ? undefined : failureText(failure, lessonTexts)}
          onConfirm={() => void handleRing()}
          onCancel={handleKeep}
        >
          {m["lessons.bellMeans"]()}
        </ConfirmDialog>
      )}
    </div>
  );
}

function BellPicture() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path
        d="M12 3v1.5M5 17h14c-1.6-2-1.6-4-1.6-6.5a5.4 5.4 0 0 0-10.8 0C6.6 13 6.6 15 5 17zM10 20a2 2 0 0 0 4 0"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
