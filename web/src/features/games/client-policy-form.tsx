import type { GameSettings } from "@storyport/contract/games";
import { loginTypes, permissionKeys } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { failureText } from "#/api/failure-text.ts";
import { permissionName } from "#/features/accounts/role-words.ts";
import { EditNotices } from "#/features/admin-area/edit-notices.tsx";
import { SaveEdit } from "#/features/admin-area/save-edit.tsx";
import type { EditState } from "#/features/admin-area/use-edit.ts";
import { loginTypeName } from "#/features/users/user-words.ts";
import { CheckboxList } from "#/ui/checkbox-list.tsx";
import { Checkbox } from "#/ui/checkbox.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import type { PolicyForm } from "./client-policy.ts";
import { gameSettingsTexts } from "./game-words.ts";

interface ClientPolicyFormProps {
  game: GameSettings;
  edit: EditState & { form: PolicyForm; save: () => void };
}

/** What a game demands of whoever opens it, and how well it proves that it is the one that asked. */
export function ClientPolicyForm({ game, edit }: ClientPolicyFormProps) {
  return (
    <>
      <h2>{m["games.policyTitle"]()}</h2>
      <EditNotices edit={edit} />
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          edit.save();
        }}
      >
        <PolicyFields game={game} form={edit.form} />
        <SaveEdit edit={edit} text={(failure) => m["area.errorWithMessage"]({ message: failureText(failure, gameSettingsTexts) })} />
      </Stack>
    </>
  );
}

function PolicyFields({ game, form: { values, change } }: { game: GameSettings; form: PolicyForm }) {
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
        options={permissionKeys.map((key) => ({ value: key, label: permissionName(key), hint: key }))}
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
