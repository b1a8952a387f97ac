import { editGame } from "@storyport/contract/games";
import type { GameSettings } from "@storyport/contract/games";
import { loginTypes, permissionKeys } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { KeptFormNotice } from "#/features/admin-area/kept-form-notice.tsx";
import { SaveEdit } from "#/features/admin-area/save-edit.tsx";
import type { Said } from "#/features/admin-area/save-edit.tsx";
import { loginTypeName } from "#/features/users/user-words.ts";
import { CheckboxList } from "#/ui/checkbox-list.tsx";
import { Checkbox } from "#/ui/checkbox.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { changeOf, policyOf } from "./client-policy.ts";
import type { PolicyForm } from "./client-policy.ts";
import { gameSettingsTexts } from "./game-words.ts";

interface ClientPolicyFormProps {
  game: GameSettings;
  form: PolicyForm;
  onFailure: (failure: Failure | undefined) => void;
  onSaved: (fresh: GameSettings) => void;
  onLookAgain: () => Promise<GameSettings | undefined>;
}

/** What a game demands of whoever opens it, and how well it proves that it is the one that asked. */
export function ClientPolicyForm({ game, form, onFailure, onSaved, onLookAgain }: ClientPolicyFormProps) {
  const send = useSend(editGame);
  const [said, setSaid] = useState<Said>();
  const { values } = form;

  const handleSave = () => {
    const change = changeOf(form);
    setSaid(change === undefined ? "nothing" : undefined);
    if (change === undefined || send.isPending) return;
    onFailure(undefined);
    send.mutate([{ params: { gameId: String(game.gameId) }, body: { version: Number(values.version), ...change } }], {
      onError: ({ failure }) => onFailure(failure),
      onSuccess: (fresh) => {
        onSaved(fresh);
        form.reset(policyOf(fresh));
        setSaid("saved");
      },
    });
  };
  const handleLookAgain = async () => {
    const fresh = await onLookAgain();
    if (fresh === undefined) return;
    form.follow(policyOf(fresh));
    send.reset();
    setSaid("looked");
  };

  return (
    <>
      <h2>{m["games.policyTitle"]()}</h2>
      <KeptFormNotice form={form} />
      {said === "looked" && <Notice>{m["area.lookedAgain"]()}</Notice>}
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          handleSave();
        }}
      >
        <PolicyFields game={game} form={form} />
        <SaveEdit
          isPending={send.isPending}
          failure={send.error?.failure}
          said={said}
          text={(failure) => failureText(failure, gameSettingsTexts)}
          onLookAgain={() => void handleLookAgain()}
        />
      </Stack>
    </>
  );
}

function PolicyFields({ game, form: { values, change } }: Pick<ClientPolicyFormProps, "game" | "form">) {
  return (
    <>
      <TextField
        label={m["games.description"]()}
        name="description"
        value={values.description}
        maxLength={64}
        autoComplete="off"
        required
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <CheckboxList
        label={m["games.loginTypes"]()}
        hint={m["games.loginTypesHint"]()}
        name="loginTypes"
        options={loginTypes.map((type) => ({ value: type, label: loginTypeName(type) }))}
        selected={values.loginTypes}
        onChange={(chosen) => change({ loginTypes: chosen })}
      />
      <CheckboxList
        label={m["games.permissions"]()}
        hint={m["games.permissionsHint"]()}
        name="requiredPermissions"
        options={permissionKeys.map((key) => ({ value: key, label: key }))}
        selected={values.requiredPermissions}
        onChange={(chosen) => change({ requiredPermissions: chosen })}
      />
      <Checkbox
        label={m["games.isPublic"]()}
        hint={m["games.isPublicHint"]()}
        checked={values.isPublic}
        onChange={(event) => change({ isPublic: event.currentTarget.checked })}
      />
      <Checkbox
        label={m["games.legacy"]()}
        hint={m["games.legacyHint"]()}
        checked={values.legacyClientCode}
        onChange={(event) => change({ legacyClientCode: event.currentTarget.checked })}
      />
      {(values.legacyClientCode || game.legacyClientCode) && (
        <Notice tone="error" quiet title={m["games.legacyTitle"]()}>
          {m["games.legacyWarning"]()}
        </Notice>
      )}
    </>
  );
}
