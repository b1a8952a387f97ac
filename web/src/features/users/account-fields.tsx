import { assignableLoginTypes, loginTypes } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { languageNames } from "#/shell/language.ts";
import { CheckboxList } from "#/ui/checkbox-list.tsx";
import { Checkbox } from "#/ui/checkbox.tsx";
import { Select } from "#/ui/select.tsx";
import { TextField } from "#/ui/text-field.tsx";
import type { useEditUser } from "./use-edit-user.ts";
import { loginTypeName } from "./user-words.ts";

/** The account's own facts and ways to log in. */
export function AccountFields({ edit }: { edit: ReturnType<typeof useEditUser> }) {
  const { user, fields, form } = edit;
  const { values, change } = form;
  // A type that the account has but no caller can assign is offered too, so that it can be removed.
  const offered = loginTypes.filter((type) => assignableLoginTypes.includes(type) || user.loginTypes.includes(type));
  return (
    <>
      <TextField
        label={m["users.name"]()}
        hint={m["users.nameHint"]()}
        error={fields.displayName}
        name="displayName"
        autoComplete="off"
        value={values.displayName}
        onChange={(event) => change({ displayName: event.currentTarget.value })}
      />
      <TextField
        label={m["users.email"]()}
        hint={m["users.emailHint"]()}
        error={fields.email}
        name="email"
        type="email"
        autoComplete="off"
        value={values.email}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
      <Select
        label={m["users.locale"]()}
        name="locale"
        options={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
        value={values.locale}
        onChange={(event) => change({ locale: event.currentTarget.value })}
      />
      <CheckboxList
        label={m["users.loginTypes"]()}
        hint={m["users.loginTypesHint"]()}
        error={fields.loginType}
        name="loginTypes"
        selected={values.loginTypes}
        onChange={(types) => change({ loginTypes: types })}
        options={offered.map((type) => ({ value: type, label: loginTypeName(type) }))}
      />
      {user.hasPassword && (
        <Checkbox
          label={m["users.resetPassword"]()}
          hint={m["users.resetPasswordHint"]()}
          name="resetPassword"
          checked={values.resetPassword}
          onChange={(event) => change({ resetPassword: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
