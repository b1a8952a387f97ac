import { editPlayerGroup } from "@storyport/contract/player-groups";
import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { KeptFormNotice } from "#/features/admin-area/kept-form-notice.tsx";
import { useKeptForm } from "#/features/admin-area/use-kept-form.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { groupFormTexts } from "./group-texts.ts";

interface RenameGroupFormProps {
  group: PlayerGroupDetails;
  onChanged: () => void;
}

/** Where somebody else changed the group meanwhile, its present name is shown and what was typed is kept. */
export function RenameGroupForm({ group, onChanged }: RenameGroupFormProps) {
  const { mutateAsync, error, isPending, isSuccess } = useSend(editPlayerGroup);
  const form = useKeptForm(`rename-player-group-${group.id}`, { name: group.name }, error?.failure);
  const handleSave = async () => {
    if (isPending) return;
    try {
      const saved = await mutateAsync([
        { params: { playerGroupId: group.id }, body: { version: group.version, name: form.values.name.trim() } },
      ]);
      form.reset({ name: saved.name });
    } catch {
      // Told below, by the mutation's own error.
    }
    onChanged();
  };
  return (
    <Card>
      <h2>{m["playerGroups.renameHeading"]()}</h2>
      <KeptFormNotice form={form} />
      {error !== null && !form.hasEnded && <Notice tone="error">{failureText(error.failure, groupFormTexts)}</Notice>}
      <Stack
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void handleSave();
        }}
      >
        <TextField
          label={m["playerGroups.groupName"]()}
          hint={m["playerGroups.groupNameHint"]({ name: group.name })}
          autoComplete="off"
          value={form.values.name}
          onChange={(event) => form.change({ name: event.currentTarget.value })}
        />
        <Button type="submit" pending={isPending} pendingText={m["app.waiting"]()}>
          {m["playerGroups.rename"]()}
        </Button>
        <p role="status">{isSuccess && m["playerGroups.renamed"]()}</p>
      </Stack>
    </Card>
  );
}
