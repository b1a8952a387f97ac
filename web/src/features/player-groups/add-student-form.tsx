import { createStudent } from "@storyport/contract/players";
import { plainName } from "@storyport/contract/text-rules";
import { m } from "@storyport/texts/messages";
import { getLocale } from "@storyport/texts/runtime";
import { useEffect, useRef, useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { KeptFormNotice } from "#/features/edits/kept-form-notice.tsx";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { studentNameFault } from "#/features/players/player-name.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { isolate } from "#/ui/isolate.ts";
import { Notice } from "#/ui/notice.tsx";
import { Row, Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import type { ClassRow } from "./class-rows.ts";
import { groupTexts } from "./group-texts.ts";
import { studentRowId } from "./student-row-id.ts";

interface AddStudentFormProps {
  playerGroupId: string;
  rows: readonly ClassRow[];
  /** Fetches the names of the students who are in the class now. Throws an ApiError. */
  fetchNames: () => Promise<readonly string[]>;
}

const empty = { studentName: "" };

/**
 * Adds students one by one: the field is emptied, keeps the focus, and stays in view. After a refusal the name stays. A name that the class
 * has already is added by a second press. If an answer was lost, the form looks into the class before it sends again.
 */
export function AddStudentForm({ playerGroupId, rows, fetchNames }: AddStudentFormProps) {
  const { call } = usePortal();
  const form = useKeptForm(`add-student:${playerGroupId}`, empty);
  const { isBusy, failure, act } = useAction();
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const [added, setAdded] = useState<{ id: string; studentName: string }>();
  /** The name that the user was warned of, as it is compared. */
  const [warned, setWarned] = useState<string>();
  const { studentName } = form.values;
  const namesake = rows.find(({ name }) => compared(name) === compared(studentName));
  const isWarned = warned !== undefined && warned === compared(studentName) && namesake !== undefined;

  // The notice appears, and the list above grows. Both push the form down, and a user of the keyboard would no longer see the field.
  useEffect(() => {
    const { current } = field;
    if (current !== null && current === document.activeElement) current.form?.scrollIntoView({ block: "nearest" });
  }, [added, rows.length]);

  const handleAdd = async () => {
    if (isBusy) return;
    setAdded(undefined);
    const { studentName: name } = form.now();
    const found = studentNameFault(name);
    setFault(found);
    if (found !== undefined) return field.current?.focus();
    let isAdded = false;
    const isAnswered = await act(async () => {
      const names = mayBeAdded(failure) ? await fetchNames() : rows.map((row) => row.name);
      const needsWarning = !isWarned && names.some((present) => compared(present) === compared(name));
      setWarned(needsWarning ? compared(name) : undefined);
      if (needsWarning) return;
      setAdded(await call(createStudent, { body: { studentName: name, groupId: playerGroupId, locale: getLocale() } }));
      isAdded = true;
    });
    if (!isAnswered) return;
    // The user may have typed the next name meanwhile.
    if (isAdded && form.now().studentName === name) form.reset(empty);
    field.current?.focus();
  };

  return (
    <Card>
      <h2>{m["playerGroups.addHeading"]()}</h2>
      <KeptFormNotice form={form} />
      {failure !== undefined && <FailureNotice takesFocus={failure}>{failureText(failure, groupTexts)}</FailureNotice>}
      {added !== undefined && <AddedNotice {...added} isListed={rows.some(({ key }) => key === added.id)} />}
      <Stack
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void handleAdd();
        }}
      >
        <TextField
          label={m["playerGroups.studentName"]()}
          hint={m["playerGroups.studentNameHint"]()}
          error={fault}
          id="studentName"
          name="studentName"
          autoComplete="off"
          required
          ref={field}
          value={studentName}
          onChange={(event) => form.change({ studentName: event.currentTarget.value })}
        />
        {isWarned && <Notice>{m["playerGroups.sameName"]({ name: isolate(namesake.name) })}</Notice>}
        <Button variant="secondary" type="submit" pending={isBusy} pendingText={m["app.waiting"]()}>
          {isWarned ? m["classImports.addAnyway"]() : m["playerGroups.add"]()}
        </Button>
      </Stack>
    </Card>
  );
}

/** Whether the server may have added the student although the press failed: the response was lost, or it was no answer of the portal. */
function mayBeAdded(failure: Failure | undefined): boolean {
  return failure !== undefined && (failure.status === 0 || failure.status >= 500);
}

/** Names that differ in capital letters alone look the same to a child. */
function compared(name: string): string {
  return plainName(name).toLocaleLowerCase();
}

/** Says who was added. The row may be far above, so a button leads to it. */
function AddedNotice({ id, studentName, isListed }: { id: string; studentName: string; isListed: boolean }) {
  return (
    <Notice tone="success" title={m["playerGroups.added"]({ name: isolate(studentName) })}>
      {isListed && (
        <Row>
          <Button variant="secondary" size="small" onClick={() => document.getElementById(studentRowId(id))?.focus()}>
            {m["playerGroups.showInList"]()}
          </Button>
        </Row>
      )}
    </Notice>
  );
}
