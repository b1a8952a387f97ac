/** What a game demands of whoever opens it, as a form keeps it. */
import type { GameSettings } from "@storyport/contract/games";
import { loginTypes, permissionKeys } from "@storyport/contract/vocabulary";
import type { EditForm } from "#/features/admin-area/use-edit-form.ts";

// Written as a type: an interface would not count as a record of values.
export type PolicyValues = {
  version: string;
  description: string;
  loginTypes: string[];
  requiredPermissions: string[];
  isPublic: boolean;
  legacyClientCode: boolean;
};
export type PolicyForm = EditForm<PolicyValues>;

export function policyOf({ version, description, loginTypes: types, requiredPermissions, ...flags }: GameSettings): PolicyValues {
  const { isPublic, legacyClientCode } = flags;
  return { version: String(version), description, loginTypes: types, requiredPermissions, isPublic, legacyClientCode };
}

/** What was touched, to be sent; nothing else. */
export function changeOf({ values, isTouched }: PolicyForm) {
  const change = {
    ...(isTouched("description") && { description: values.description }),
    ...(isTouched("loginTypes") && { loginTypes: loginTypes.filter((type) => values.loginTypes.includes(type)) }),
    ...(isTouched("requiredPermissions") && {
      requiredPermissions: permissionKeys.filter((key) => values.requiredPermissions.includes(key)),
    }),
    ...(isTouched("isPublic") && { isPublic: values.isPublic }),
    ...(isTouched("legacyClientCode") && { legacyClientCode: values.legacyClientCode }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}
