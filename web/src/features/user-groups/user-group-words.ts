import { userGroupTypes } from "@storyport/contract/vocabulary";
import type { UserGroupType } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";

const typeWords: Record<UserGroupType, () => string> = {
  REGULAR: () => m["userGroups.typeREGULAR"](),
  ARCHIVED: () => m["userGroups.typeARCHIVED"](),
  HIDDEN: () => m["userGroups.typeHIDDEN"](),
};

export function groupTypeName(type: UserGroupType): string {
  return typeWords[type]();
}

/** Like groupTypeName, for a word of the history. A word that is no type stays as it is. */
export function groupTypeNameOf(word: string): string {
  const known = userGroupTypes.find((type) => type === word);
  return known === undefined ? word : groupTypeName(known);
}

/** Refusals of the calls about user groups, and of single lines in a list of new members. */
export const userGroupTexts: Readonly<Record<string, () => string>> = {
  "errors.changedMeanwhile": () => m["errors.changedMeanwhile"](),
  "errors.displayNameLength": () => m["errors.displayNameLength"](),
  "errors.displayNameSpecialCharacters": () => m["errors.displayNameSpecialCharacters"](),
  "errors.emailInvalid": () => m["errors.emailInvalid"](),
  "errors.invalidInput": () => m["errors.invalidInput"](),
  "errors.notAllowed": () => m["userGroups.notAllowed"](),
  "errors.notFound": () => m["userGroups.notFound"](),
  "errors.organizationRequired": () => m["errors.organizationRequired"](),
  "errors.payloadTooLarge": () => m["errors.tooManyMembers"](),
  "errors.roleNotAssignable": () => m["userGroups.roleNotYours"](),
  "errors.tooManyAttempts": () => m["errors.tooManyAttempts"](),
  "errors.tooManyMembers": () => m["errors.tooManyMembers"](),
};
