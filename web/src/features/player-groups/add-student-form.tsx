import { isStudentName } from "@storyport/contract/text-rules";
import { m } from "@storyport/texts/messages";
import { useRef, useState } from "react";
import { KeptFormNotice } from "#/features/edits/kept-form-notice.tsx";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import type { GroupBadges } from "./use-group-badges.ts";

const empty = { studentName: "" };

/** Adds students one by one: the field is emptied and keeps the focus. After a refusal the name stays. */
export function AddStudentForm({ group }: { group: GroupBadges }) {
  const form = useKeptForm(`add-student:${group.playerGroupId}`, empty);
  const field = useRef<HTMLInputElement>(null);
  const [isWrong, setIsWrong] = useState(false);

  const handleAdd = async () => {
    if (group.isBusy) return;
    const { studentName: name } = form.now();
    const isFaulty = !isStudentName(name);
    setIsWrong(isFaulty);
    const isAdded = !isFaulty && (await group.createStudent(name));
    // The user may have typed the next name meanwhile.
    if (isAdded && form.now().studentName === name) form.reset(empty);
    field.current?.focus();
  };

  return (
    <Card>
      <h2>{m["playerGroups.addHeading"]()}</h2>
      <KeptFormNotice form={form} />
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
          error={isWrong ? m["errors.studentNameInvalid"]() : undefined}
          id="studentName"
          name="studentName"
          autoComplete="off"
          required
          ref={field}
          value={form.values.studentName}
          onChange={(event) => form.change({ studentName: event.currentTarget.value })}
        />
        <Button type="submit" pending={group.isBusy} pendingText={m["app.waiting"]()}>
          {m["playerGroups.add"]()}
        </Button>
      </Stack>
    </Card>
  );
}
