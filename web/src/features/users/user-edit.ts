import type { InputOf } from "@storyport/contract/endpoint";
import type { editUser, UserDetails } from "@storyport/contract/users";
import { locales, loginTypes } from "@storyport/contract/vocabulary";
import { ownRolesIn } from "./roles-in.ts";

/** The fields of the edit form. `organizationId` is that of `roles` and `userGroups`; "" stands for the whole platform. */
export type EditValues = {
  email: string;
  displayName: string;
  locale: string;
  loginTypes: string[];
  organizationId: string;
  roles: string[];
  userGroups: string[];
  resetPassword: boolean;
};

type Edit = InputOf<typeof editUser>["body"];

/** An account as the form shows it, with what it holds in one organization. */
export function valuesOf(user: UserDetails, organizationId: string): EditValues {
  return {
    email: user.email ?? "",
    displayName: user.displayName ?? "",
    locale: user.defaultLocale,
    loginTypes: user.loginTypes,
    ...heldIn(user, organizationId),
    resetPassword: false,
  };
}

export function heldIn(user: UserDetails, organizationId: string): Pick<EditValues, "organizationId" | "roles" | "userGroups"> {
  return {
    organizationId,
    roles: ownRolesIn(user, organizationId === "" ? undefined : organizationId),
    userGroups: user.userGroups.filter((group) => group.organizationId === organizationId).map(({ id }) => id),
  };
}

/** What differs from the account, as the call takes it; undefined where nothing does. */
export function editOf(user: UserDetails, values: EditValues): Edit | undefined {
  const before = valuesOf(user, values.organizationId);
  const { roles, userGroups } = values;
  const edit = {
    ...(values.email.trim() !== before.email && { email: values.email }),
    ...(values.displayName.trim() !== before.displayName && { displayName: values.displayName }),
    ...(values.locale !== before.locale && { locale: locales.find((locale) => locale === values.locale) }),
    ...(isOther(values.loginTypes, before.loginTypes) && { loginTypes: loginTypes.filter((type) => values.loginTypes.includes(type)) }),
    ...(isOther(roles, before.roles) && { roles }),
    ...(isOther(userGroups, before.userGroups) && { userGroups }),
    ...(values.resetPassword && { resetPassword: true }),
  };
  if (Object.keys(edit).length === 0) return undefined;
  const isHere = ("roles" in edit || "userGroups" in edit) && values.organizationId !== "";
  return { version: user.version, ...edit, ...(isHere && { organizationId: values.organizationId }) };
}

export type Consequence = "changeEmail" | "resetPassword" | "takeLoginType";

/** What saving would end for the owner, to be asked about first. */
export function consequencesOf(user: UserDetails, values: EditValues): Consequence[] {
  const found: Consequence[] = [];
  if (user.email !== null && values.email.trim() !== user.email) found.push("changeEmail");
  if (values.resetPassword) found.push("resetPassword");
  if (user.loginTypes.some((type) => !values.loginTypes.includes(type))) found.push("takeLoginType");
  return found;
}

/**
 * The form after somebody else changed the account: what was not touched here becomes what it is now, what was touched stays. Otherwise
 * saving again would undo the other's work unseen.
 */
export function rebase(values: EditValues, before: UserDetails, now: UserDetails): EditValues {
  const old = valuesOf(before, values.organizationId);
  const fresh = valuesOf(now, values.organizationId);
  return {
    ...values,
    email: values.email === old.email ? fresh.email : values.email,
    displayName: values.displayName === old.displayName ? fresh.displayName : values.displayName,
    locale: values.locale === old.locale ? fresh.locale : values.locale,
    loginTypes: isOther(values.loginTypes, old.loginTypes) ? values.loginTypes : fresh.loginTypes,
    roles: isOther(values.roles, old.roles) ? values.roles : fresh.roles,
    userGroups: isOther(values.userGroups, old.userGroups) ? values.userGroups : fresh.userGroups,
  };
}

function isOther(one: readonly string[], other: readonly string[]): boolean {
  return [...one].toSorted().join("\n") !== [...other].toSorted().join("\n");
}
