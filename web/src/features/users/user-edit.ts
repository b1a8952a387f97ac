import type { InputOf } from "@storyport/contract/endpoint";
import type { UserDetails } from "@storyport/contract/user-details";
import type { editUser } from "@storyport/contract/users";
import { isEmail } from "@storyport/contract/text-rules";
import { locales, loginTypes } from "@storyport/contract/vocabulary";
import type { EditForm } from "#/features/edits/use-edit-form.ts";
import { ownRolesIn } from "./roles-in.ts";

/** The fields of the edit form. `organizationId` belongs to `roles`, `userGroups` and `permissions`; "" means the whole platform. */
export type EditValues = {
  version: string;
  email: string;
  displayName: string;
  locale: string;
  loginTypes: string[];
  organizationId: string;
  roles: string[];
  userGroups: string[];
  permissions: string[];
  /** Ends the present password, and mails the owner a link for a new password. */
  resetPassword: boolean;
};

type Change = Omit<InputOf<typeof editUser>["body"], "version">;

/** An account's editable values, and what it holds in the chosen organization, at first the main one. */
export function valuesOf(user: UserDetails, chosen?: Pick<EditValues, "organizationId">): EditValues {
  const organizationId = chosen?.organizationId ?? user.organizations[0]?.id ?? "";
  return {
    version: String(user.version),
    email: user.email ?? "",
    displayName: user.displayName ?? "",
    locale: user.defaultLocale,
    loginTypes: user.loginTypes,
    ...heldIn(user, organizationId),
    resetPassword: false,
  };
}

/** What an account holds directly in an organization, as fields of the form. User groups may give it more. */
export function heldIn(
  user: UserDetails,
  organizationId: string,
): Pick<EditValues, "organizationId" | "roles" | "userGroups" | "permissions"> {
  return {
    organizationId,
    roles: ownRolesIn(user, organizationId === "" ? undefined : organizationId),
    userGroups: user.userGroups.filter((group) => group.organizationId === organizationId).map(({ id }) => id),
    permissions: user.directPermissions.filter((held) => held.organizationId === organizationId).map((held) => held.permission_key),
  };
}

/** Returns the touched values as the call takes them; undefined if none is touched. */
export function changeOf({ values, isTouched }: Pick<EditForm<EditValues>, "values" | "isTouched">): Change | undefined {
  const { organizationId, roles, userGroups, permissions } = values;
  // Roles of the platform belong to no organization.
  const isOfOrganization = (isTouched("roles") || isTouched("userGroups") || isTouched("permissions")) && organizationId !== "";
  const change = {
    ...(isTouched("email") && { email: values.email }),
    ...(isTouched("displayName") && { displayName: values.displayName }),
    ...(isTouched("locale") && { locale: locales.find((locale) => locale === values.locale) }),
    ...(isTouched("loginTypes") && { loginTypes: loginTypes.filter((type) => values.loginTypes.includes(type)) }),
    ...(isTouched("roles") && { roles }),
    ...(isTouched("userGroups") && { userGroups }),
    ...(isTouched("permissions") && { permissions }),
    ...(isTouched("resetPassword") && { resetPassword: true }),
    ...(isOfOrganization && { organizationId }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

/** Returns why the address of a change cannot be saved. An empty text is no fault here, because only the server knows why it is refused. */
export function emailFaultOf({ email = "" }: Change = {}): "errors.emailInvalid" | undefined {
  return email.trim() === "" || isEmail(email) ? undefined : "errors.emailInvalid";
}

/** What a change ends or begins for the owner. `proposeEmail`: the owner or the platform decides about the new address. */
export type Consequence = "changeEmail" | "proposeEmail" | "resetPassword" | "takeLoginType";

/** Returns what a change would end or begin for the owner, so that the form asks first. */
export function consequencesOf(user: UserDetails, { email, resetPassword, loginTypes: kept }: Change = {}): Consequence[] {
  const found: Consequence[] = [];
  // An address cannot be removed, so the server refuses an empty text.
  const isNew = email !== undefined && email.trim() !== "";
  if (isNew && !user.may.changeEmail) found.push("proposeEmail");
  else if (isNew && user.email !== null) found.push("changeEmail");
  if (resetPassword === true) found.push("resetPassword");
  if (kept !== undefined && user.loginTypes.some((type) => !kept.includes(type))) found.push("takeLoginType");
  return found;
}
