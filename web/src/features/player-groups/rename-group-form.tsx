import { editPlayerGroup, getPlayerGroup } from "@storyport/contract/player-groups";
import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { failureText } from "#/api/failure-text.ts";
import { useAnswer } from "#/api/use-endpoint.ts";
import { EditFailure } from "#/features/edits/edit-failure.tsx";
import { EditNotices } from "#/features/edits/edit-notices.tsx";
import type { EditForm } from "#/features/edits/use-edit-form.ts";
import { useEdit } from "#/features/edits/use-edit.ts";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { groupFormTexts } from "./group-texts.ts";

/** Renames a class. `useEdit` keeps a rename by another user from being overwritten. */
export function RenameGroupForm({ group }: { group: PlayerGroupDetails }) {
  const { call } = usePortal();
  const input = { params: { playerGroupId: group.id } };
  const edit = useEdit({
    name: `rename-player-group:${group.id}`,
    thing: group,
    answer: useAnswer(getPlayerGroup, input),
    valuesOf,
    changeOf,
    send: (body) => call(editPlayerGroup, { ...input, body }),
  });
  const { result, hasUnsaved, form } = edit;
  return (
    <Card>
      <h2>{m["playerGroups.renameHeading"]()}</h2>
      <EditNotices edit={edit} />
      <Stack
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          edit.save();
        }}
      >
        <TextField
          label={m["playerGroups.groupName"]()}
          hint={m["playerGroups.groupNameHint"]({ name: group.name })}
          autoComplete="off"
          value={form.values.name}
          onChange={(event) => form.change({ name: event.currentTarget.value })}
        />
        <EditFailure
          failure={edit.failure}
          text={(failure) => failureText(failure, groupFormTexts)}
          onLookAgain={() => void edit.lookAgain()}
        />
        <Button type="submit" pending={edit.isPending} pendingText={m["app.waiting"]()}>
          {m["playerGroups.rename"]()}
        </Button>
        <p role="status">
          {result === "saved" && (hasUnsaved ? m["area.savedNotAll"]() : m["playerGroups.renamed"]())}
          {result === "nothing" && m["area.nothingChanged"]()}
        </p>
      </Stack>
    </Card>
  );
}

function valuesOf({ version, name }: PlayerGroupDetails) {
  return { version: String(version), name };
}

function changeOf({ values, isTouched }: EditForm<ReturnType<typeof valuesOf>>) {
  return isTouched("name") ? { name: values.name.trim() } : undefined;
}
