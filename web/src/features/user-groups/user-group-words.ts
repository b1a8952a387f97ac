import type { GroupMember } from "@storyport/contract/user-groups";
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

/** As above where the word may be anything. */
export function groupTypeNameOf(word: string): string {
  const known = userGroupTypes.find((type) => type === word);
  return known === undefined ? word : groupTypeName(known);
}

/** What a member is called: children have no address, and some people no name yet. */
export function memberName({ displayName, email, id }: GroupMember): string {
  return displayName ?? email ?? id;
}

/** Refusals that the calls about user groups may meet, those of single lines too. */
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
