import type { Player } from "@storyport/contract/players";
import { m } from "@storyport/texts/messages";
import { KeptFormNotice } from "#/features/admin-area/kept-form-notice.tsx";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { Checkbox } from "#/ui/checkbox.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { useEditPlayer } from "./use-edit-player.ts";

/** Renames a player, or leaves it out of the analysis. */
export function EditPlayerForm({ player }: { player: Player }) {
  const edit = useEditPlayer(player);
  const { values, change } = edit.form;
  return (
    <Card>
      <h2>{m["players.editHeading"]()}</h2>
      <Stack
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!edit.isPending) edit.send();
        }}
      >
        <KeptFormNotice form={edit.form} />
        {edit.message !== undefined && !edit.form.hasEnded && <Notice tone="error">{edit.message}</Notice>}
        {edit.result !== undefined && (
          <Notice tone={edit.result === "saved" ? "success" : "info"}>
            {edit.result === "saved" ? m["area.saved"]() : m["area.nothingChanged"]()}
          </Notice>
        )}
        <TextField
          label={m["players.name"]()}
          hint={m["players.nameHint"]()}
          error={edit.isNameWrong ? m["errors.studentNameInvalid"]() : undefined}
          name="playerName"
          autoComplete="off"
          required
          value={values.playerName}
          onChange={(event) => change({ playerName: event.currentTarget.value })}
        />
        <Checkbox
          label={m["players.exclude"]()}
          hint={m["players.excludeHint"]()}
          name="excludedFromAnalysis"
          checked={values.excludedFromAnalysis}
          onChange={(event) => change({ excludedFromAnalysis: event.currentTarget.checked })}
        />
        <Button type="submit" pending={edit.isPending} pendingText={m["area.saving"]()}>
          {m["area.save"]()}
        </Button>
      </Stack>
    </Card>
  );
}
