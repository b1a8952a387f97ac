import { listRunningLessons } from "@storyport/contract/lessons";
import type { Lesson } from "@storyport/contract/lessons";
import { adoptDevice } from "@storyport/contract/seats";
import { readUserCode } from "@storyport/contract/user-code";
import { m } from "@storyport/texts/messages";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { KeptFormNotice } from "#/features/edits/kept-form-notice.tsx";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { ToClasses } from "#/features/player-groups/to-classes.tsx";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { MissingPage } from "#/shell/missing-page.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Select } from "#/ui/select.tsx";
import { Stack } from "#/ui/stack.tsx";
import { focusField, TextField } from "#/ui/text-field.tsx";
import { DevicePictures } from "./device-pictures.tsx";
import type { SeatSearch } from "./seat-search.ts";
import { seatTexts } from "./seat-texts.ts";
import styles from "./seats.module.css";

/**
 * Adds a device to the school, once: by the QR code that it shows, or by its letters. The chosen lesson names the school and gives the user
 * the right. The device then waits on the boards of all running lessons of that school (docs/decisions/0054).
 */
export function AddDeviceScreen({ search }: { search: SeatSearch }) {
  const { data: lessons, error, refetch } = useEndpoint(listRunningLessons);
  if (lessons === undefined) {
    return (
      <MissingPage
        heading={m["seats.add"]()}
        error={error}
        text={({ failure }) => failureText(failure, seatTexts)}
        onRetry={() => void refetch()}
      >
        <ToClasses variant="quiet" />
      </MissingPage>
    );
  }
  return (
    <>
      <PageHeading intro={m["seats.addIntro"]()}>{m["seats.add"]()}</PageHeading>
      {lessons.length === 0 ? <Notice quiet>{m["seats.noLesson"]()}</Notice> : <AddDeviceForm lessons={lessons} search={search} />}
      <ToClasses variant="quiet" />
    </>
  );
}

function AddDeviceForm({ lessons, search }: { lessons: readonly Lesson[]; search: SeatSearch }) {
  const navigate = useNavigate();
  const { call } = usePortal();
  const { isBusy, failure, act } = useAction();
  const form = useKeptForm("add-device", { code: search.user_code ?? "", lessonId: search.lessonId ?? "" });
  const [isWrong, setIsWrong] = useState(false);
  const lesson = lessons.find(({ id }) => id === form.values.lessonId) ?? lessons[0];
  const userCode = readUserCode(form.values.code);
  const add = async () => {
    if (userCode === undefined || lesson === undefined) return;
    await call(adoptDevice, { params: { lessonId: lesson.id }, body: { userCode } });
    form.reset({ code: "", lessonId: "" });
    await navigate({ to: "/player-groups/$playerGroupId/lesson", params: { playerGroupId: lesson.playerGroupId } });
  };
  return (
    <Stack
      as="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsWrong(userCode === undefined);
        if (userCode === undefined) focusField(event.currentTarget, "code");
        else void act(add);
      }}
    >
      <KeptFormNotice form={form} />
      {failure !== undefined && <FailureNotice takesFocus={failure}>{failureText(failure, seatTexts)}</FailureNotice>}
      <TextField
        label={m["seats.code"]()}
        hint={m["seats.codeHint"]()}
        error={isWrong ? m["seats.codeWrong"]() : undefined}
        name="code"
        className={styles["typed"]}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        // Room for spaces and hyphens, which users type between the parts.
        maxLength={16}
        value={form.values.code}
        onChange={(event) => form.change({ code: event.currentTarget.value })}
      />
      {userCode !== undefined && (
        <div className={styles["compare"]}>
          <DevicePictures userCode={userCode} size={112} />
          <p>{m["seats.compare"]()}</p>
        </div>
      )}
      <Select
        label={m["seats.lesson"]()}
        value={lesson?.id ?? ""}
        onChange={(event) => form.change({ lessonId: event.currentTarget.value })}
        options={lessons.map(({ id, groupName }) => ({ value: id, label: groupName }))}
      />
      <Button type="submit" pending={isBusy} pendingText={m["app.waiting"]()}>
        {m["seats.adopt"]()}
      </Button>
    </Stack>
  );
}
