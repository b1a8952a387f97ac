import { limits } from "@storyport/contract/limits";
import { editPlayer, getPlayer } from "@storyport/contract/players";
import type { Player } from "@storyport/contract/players";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { reasonWithStatus } from "#/api/failure-text.ts";
import { useAnswer } from "#/api/use-endpoint.ts";
import { EditNotices } from "#/features/edits/edit-notices.tsx";
import { SaveEdit } from "#/features/edits/save-edit.tsx";
import type { EditForm } from "#/features/edits/use-edit-form.ts";
import { useEdit } from "#/features/edits/use-edit.ts";
import { usePortal } from "#/shell/portal.ts";
import { Card } from "#/ui/card.tsx";
import { Checkbox } from "#/ui/checkbox.tsx";
import { Stack } from "#/ui/stack.tsx";
import { focusField, TextField } from "#/ui/text-field.tsx";
import { studentNameFault } from "./player-name.ts";
import { playerTexts } from "./player-texts.ts";

/** Edits a player: name, codes, and exclusion from the analysis. Only touched fields are sent. */
export function EditPlayerForm({ player }: { player: Player }) {
  const { call } = usePortal();
  const input = { params: { playerId: player.id } };
  const edit = useEdit({
    name: `edit-player:${player.id}`,
    thing: player,
    answer: useAnswer(getPlayer, input),
    valuesOf,
    changeOf,
    send: (body) => call(editPlayer, { ...input, body }),
  });
  const { values, change } = edit.form;
  const [fault, setFault] = useState<string>();
  const handleSave = (sentForm: HTMLFormElement) => {
    const name = edit.change?.playerName;
    const found = name === undefined ? undefined : studentNameFault(name);
    setFault(found);
    if (found === undefined) return edit.save();
    edit.forget();
    focusField(sentForm, "playerName");
  };
  return (
    <Card>
      <h2>{m["players.editHeading"]()}</h2>
      <Stack
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          handleSave(event.currentTarget);
        }}
      >
        <EditNotices edit={edit} />
        <TextField
          label={m["players.name"]()}
          hint={m["players.nameHint"]()}
          error={fault ?? (edit.failure?.code === "errors.studentNameInvalid" ? m["errors.studentNameInvalid"]() : undefined)}
          name="playerName"
          autoComplete="off"
          required
          value={values.playerName}
          onChange={(event) => change({ playerName: event.currentTarget.value })}
        />
        <TextField
          label={m["players.columnResearch"]()}
          name="researchCode"
          autoComplete="off"
          maxLength={limits.playerCode.max}
          value={values.researchCode}
          onChange={(event) => change({ researchCode: event.currentTarget.value })}
        />
        <TextField
          label={m["players.passCode"]()}
          hint={m["players.passCodeHint"]()}
          name="passCode"
          autoComplete="off"
          maxLength={limits.playerCode.max}
          value={values.passCode}
          onChange={(event) => change({ passCode: event.currentTarget.value })}
        />
        <Checkbox
          label={m["players.exclude"]()}
          hint={m["players.excludeHint"]()}
          name="excludedFromAnalysis"
          checked={values.excludedFromAnalysis}
          onChange={(event) => change({ excludedFromAnalysis: event.currentTarget.checked })}
        />
        <SaveEdit edit={edit} text={(failure) => m["players.editFailed"]({ reason: reasonWithStatus(failure, playerTexts) })} />
      </Stack>
    </Card>
  );
}

function valuesOf({ version, playerName, excludedFromAnalysis, researchCode = "", passCode = "" }: Player) {
  return { version: String(version), playerName, excludedFromAnalysis, researchCode, passCode };
}

function changeOf({ values, isTouched }: EditForm<ReturnType<typeof valuesOf>>) {
  const change = {
    ...(isTouched("playerName") && { playerName: values.playerName }),
    ...(isTouched("researchCode") && { researchCode: codeOf(values.researchCode) }),
    ...(isTouched("passCode") && { passCode: codeOf(values.passCode) }),
    ...(isTouched("excludedFromAnalysis") && { excludedFromAnalysis: values.excludedFromAnalysis }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

/** An empty field removes the code. */
function codeOf(typed: string): string | null {
  return typed.trim() === "" ? null : typed;
}
