import { limits } from "@storyport/contract/limits";
import { startLesson } from "@storyport/contract/lessons";
import type { Lesson } from "@storyport/contract/lessons";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { KeptFormNotice } from "#/features/edits/kept-form-notice.tsx";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Select } from "#/ui/select.tsx";
import { focusField, TextField } from "#/ui/text-field.tsx";
import { lessonTexts } from "./lesson-texts.ts";
import styles from "./lessons.module.css";

/** Usual lengths of lessons, in minutes. */
const lengths = [30, 45, 60, 90];
const usual = "45";
const other = "other";

interface StartLessonFormProps {
  playerGroupId: string;
  onStarted: (lesson: Lesson) => void;
}

/** Starts a lesson of a chosen length. The usual 45 minutes need one press. If a lesson runs already, `onStarted` gets that lesson. */
export function StartLessonForm({ playerGroupId, onStarted }: StartLessonFormProps) {
  const { call } = usePortal();
  const { isBusy, failure, act } = useAction();
  const form = useKeptForm(`start-lesson:${playerGroupId}`, { length: usual, own: "" });
  const { length, own } = form.values;
  const [isWrong, setIsWrong] = useState(false);
  const handleStart = (sentForm: HTMLFormElement) => {
    const minutes = Number(length === other ? own : length);
    const isFaulty = !Number.isInteger(minutes) || minutes < limits.lesson.minMinutes || minutes > limits.lesson.maxMinutes;
    setIsWrong(isFaulty);
    if (isFaulty) focusField(sentForm, "minutes");
    else void act(async () => onStarted(await call(startLesson, { params: { playerGroupId }, body: { minutes } })));
  };
  return (
    <>
      <KeptFormNotice form={form} />
      {failure !== undefined && <FailureNotice>{failureText(failure, lessonTexts)}</FailureNotice>}
      <form
        className={styles["start"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          handleStart(event.currentTarget);
        }}
      >
        <Select
          label={m["lessons.length"]()}
          value={length}
          onChange={(event) => form.change({ length: event.currentTarget.value })}
          options={[
            ...lengths.map((count) => ({ value: String(count), label: m["lessons.minutes"]({ count }) })),
            { value: other, label: m["lessons.otherLength"]() },
          ]}
        />
        {length === other && (
          <TextField
            label={m["lessons.ownMinutes"]()}
            hint={m["lessons.ownMinutesHint"]()}
            error={isWrong ? m["lessons.ownMinutesWrong"]() : undefined}
            name="minutes"
            inputMode="numeric"
            autoComplete="off"
            value={own}
            onChange={(event) => form.change({ own: event.currentTarget.value })}
          />
        )}
        <Button type="submit" pending={isBusy} pendingText={m["app.waiting"]()}>
          {m["lessons.start"]()}
        </Button>
      </form>
    </>
  );
}
