import { isStudentName } from "@storyport/contract/text-rules";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import type { GroupBadges } from "./use-group-badges.ts";

/** Adds students one by one: the field is emptied and keeps the focus. After a refusal the name stays. */
export function AddStudentForm({ group }: { group: GroupBadges }) {
  const [isWrong, setIsWrong] = useState(false);

  const handleAdd = async (form: HTMLFormElement) => {
    const field = form.elements.namedItem("studentName");
    if (!(field instanceof HTMLInputElement) || group.isBusy) return;
    const name = field.value;
    const isFaulty = !isStudentName(name);
    setIsWrong(isFaulty);
    const isAdded = !isFaulty && (await group.createStudent(name));
    // The user may have typed the next name meanwhile.
    if (isAdded && field.value === name) field.value = "";
    field.focus();
  };

  return (
    <Card>
      <h2>{m["playerGroups.addHeading"]()}</h2>
      <Stack
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void handleAdd(event.currentTarget);
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
        />
        <Button type="submit" pending={group.isBusy} pendingText={m["app.waiting"]()}>
          {m["playerGroups.add"]()}
        </Button>
      </Stack>
    </Card>
  );
}
