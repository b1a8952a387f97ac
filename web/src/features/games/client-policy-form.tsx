import type { GameSettings } from "@storyport/contract/games";
import { limits } from "@storyport/contract/limits";
import { loginTypes, permissionKeys, tokenScopes } from "@storyport/contract/vocabulary";
import type { TokenScope } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { permissionName } from "#/features/accounts/role-words.ts";
import { EditNotices } from "#/features/edits/edit-notices.tsx";
import { SaveEdit } from "#/features/edits/save-edit.tsx";
import type { EditState } from "#/features/edits/use-edit.ts";
import { loginTypeName } from "#/features/users/user-words.ts";
import { CheckboxList } from "#/ui/checkbox-list.tsx";
import { Checkbox } from "#/ui/checkbox.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Select } from "#/ui/select.tsx";
import { Stack } from "#/ui/stack.tsx";
import { focusField, TextField } from "#/ui/text-field.tsx";
import { linkFault, wrongLink } from "./client-policy.ts";
import type { PolicyFields as Fields, PolicyValues } from "./client-policy.ts";
import { callbackFaultText, gameSettingsTexts, scopeName } from "./game-words.ts";

interface ClientPolicyFormProps {
  game: GameSettings;
  edit: EditState & { form: Changeable<PolicyValues>; save: () => void };
}

/** What a game demands of its users, and how it proves its requests. */
export function ClientPolicyForm({ game, edit }: ClientPolicyFormProps) {
  const [isChecked, setIsChecked] = useState(false);
  return (
    <>
      <h2>{m["games.settingsTitle"]()}</h2>
      <EditNotices edit={edit} />
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          const wrong = wrongLink(edit.form.values);
          setIsChecked(wrong !== undefined);
          if (wrong === undefined) edit.save();
          else focusField(event.currentTarget, wrong);
        }}
      >
        <PolicyFields isLegacy={game.legacyClientCode} form={edit.form} isChecked={isChecked} />
        <SaveEdit edit={edit} text={(failure) => m["area.errorWithMessage"]({ message: failureText(failure, gameSettingsTexts) })} />
      </Stack>
    </>
  );
}

interface Changeable<T extends Fields> {
  values: T;
  change: (part: Partial<T>) => void;
}

interface PolicyFieldsProps {
  /** The saved value, so that the warning stays until the change is saved. */
  isLegacy: boolean;
  form: { values: Fields; change: (part: Partial<Fields>) => void };
  /** The user has tried to send the form, so that all faults are shown. A restored draft has faults in fields that the user never leaves. */
  isChecked: boolean;
}

/** The fields of a game, for creating and editing. */
export function PolicyFields({ isLegacy, form, isChecked }: PolicyFieldsProps) {
  const { values, change } = form;
  return (
    <>
      <EditionFields form={form} isChecked={isChecked} />
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
      <ScopeField form={form} />
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
      {(values.legacyClientCode || isLegacy) && (
        <Notice tone="error" quiet title={m["games.legacyTitle"]()}>
          {m["games.legacyWarning"]()}
        </Notice>
      )}
    </>
  );
}

type FieldsProps = Pick<PolicyFieldsProps, "form">;

interface NameFieldsProps {
  values: { description: string; locale: string };
  change: (part: { description?: string; locale?: string }) => void;
}

/** What people read of an edition: its name and its language. */
export function NameFields({ values, change }: NameFieldsProps) {
  return (
    <>
      <TextField
        label={m["games.description"]()}
        hint={m["games.descriptionHint"]()}
        name="description"
        value={values.description}
        maxLength={limits.gameDescription.max}
        autoComplete="off"
        required
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <TextField
        label={m["games.language"]()}
        hint={m["games.languageHint"]()}
        name="locale"
        value={values.locale}
        // Room for every usual language tag (RFC 5646, section 4.4.1).
        maxLength={35}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        onChange={(event) => change({ locale: event.currentTarget.value })}
      />
    </>
  );
}

/** What names an edition, and where it starts. */
export function EditionFields({ form: { values, change }, isChecked }: Omit<PolicyFieldsProps, "isLegacy">) {
  return (
    <>
      <NameFields values={values} change={change} />
      <LinkField
        label={m["games.startUrl"]()}
        hint={m["games.startUrlHint"]()}
        name="startUrl"
        url={values.startUrl}
        isChecked={isChecked}
        onChange={(startUrl) => change({ startUrl })}
      />
      <LinkField
        label={m["games.dashboardUrl"]()}
        hint={m["games.dashboardUrlHint"]()}
        name="dashboardUrl"
        url={values.dashboardUrl}
        isChecked={isChecked}
        onChange={(dashboardUrl) => change({ dashboardUrl })}
      />
    </>
  );
}

/** The game's widest scope. `mayBe`: the scopes that the user may choose. */
export function ScopeField({ form: { values, change }, mayBe = tokenScopes }: FieldsProps & { mayBe?: readonly TokenScope[] }) {
  return (
    <Select
      label={m["games.maxScope"]()}
      hint={m["games.maxScopeHint"]()}
      name="maxScope"
      options={mayBe.map((value) => ({ value, label: scopeName(value) }))}
      value={values.maxScope}
      onChange={(event) => change({ maxScope: event.currentTarget.value })}
    />
  );
}

interface LinkFieldProps {
  label: string;
  hint: string;
  name: string;
  url: string;
  isChecked: boolean;
  onChange: (url: string) => void;
}

/** Shows a fault in the address once the user leaves the field, or sends the form. */
function LinkField({ label, hint, name, url, isChecked, onChange }: LinkFieldProps) {
  const [isLeft, setIsLeft] = useState(false);
  const fault = linkFault(url);
  return (
    <TextField
      label={label}
      hint={hint}
      error={(isLeft || isChecked) && fault !== undefined ? callbackFaultText(fault) : undefined}
      name={name}
      value={url}
      maxLength={limits.callbackUrl.max}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => setIsLeft(true)}
      onKeyDown={({ key }) => {
        if (key === "Enter") setIsLeft(true);
      }}
    />
  );
}
