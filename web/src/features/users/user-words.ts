import { loginTypes } from "@storyport/contract/vocabulary";
import type { AccountStatus, LoginType } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";

const loginTypeWords: Record<LoginType, () => string> = {
  PASSWORD: () => m["users.loginPASSWORD"](),
  FEIDE: () => m["users.loginFEIDE"](),
  GOOGLE: () => m["users.loginGOOGLE"](),
  API: () => m["users.loginAPI"](),
  APPLE: () => m["users.loginAPPLE"](),
  QRCODE: () => m["users.loginQRCODE"](),
};

export function loginTypeName(type: LoginType): string {
  return loginTypeWords[type]();
}

/** Like loginTypeName, for any word. An unknown word stays as it is. */
export function loginTypeNameOf(word: string): string {
  const known = loginTypes.find((type) => type === word);
  return known === undefined ? word : loginTypeName(known);
}

const statusWords: Record<AccountStatus, () => string> = {
  CREATED: () => m["users.statusCREATED"](),
  ACTIVE: () => m["users.statusACTIVE"](),
  DEACTIVATED: () => m["users.statusDEACTIVATED"](),
  DELETED: () => m["users.statusDELETED"](),
};

export function statusName(status: AccountStatus): string {
  return statusWords[status]();
}

/** Refusals of the calls about accounts. */
export const userTexts = {
  "errors.changedMeanwhile": () => m["errors.changedMeanwhile"](),
  "errors.deactivatedByPlatform": () => m["errors.deactivatedByPlatform"](),
  "errors.displayNameLength": () => m["errors.displayNameLength"](),
  "errors.displayNameSpecialCharacters": () => m["errors.displayNameSpecialCharacters"](),
  "errors.studentNameInvalid": () => m["errors.studentNameInvalid"](),
  "errors.emailInvalid": () => m["errors.emailInvalid"](),
  "errors.emailProposalEnded": () => m["errors.emailProposalEnded"](),
  "errors.emailRequired": () => m["errors.emailRequired"](),
  "errors.emailTaken": () => m["errors.emailTaken"](),
  "errors.invalidInput": () => m["errors.invalidInput"](),
  "errors.lastAdministrator": () => m["errors.lastAdministrator"](),
  "errors.loginTypeNotAssignable": () => m["errors.loginTypeNotAssignable"](),
  "errors.nameOrEmailRequired": () => m["errors.nameOrEmailRequired"](),
  "errors.noWayToLogIn": () => m["errors.noWayToLogIn"](),
  "errors.notAllowed": () => m["errors.notAllowed"](),
  "errors.notFound": () => m["users.notFound"](),
  "errors.notYourself": () => m["errors.notYourself"](),
  "errors.organizationRequired": () => m["errors.organizationRequired"](),
  "errors.passkeysNotSet": () => m["errors.passkeysNotSet"](),
  "errors.qrCodeForStudentsOnly": () => m["errors.qrCodeForStudentsOnly"](),
  "errors.roleNotAssignable": () => m["errors.roleNotAssignable"](),
  "errors.roleRequired": () => m["errors.roleRequired"](),
  "errors.secondFactorNotBegun": () => m["errors.secondFactorNotBegun"](),
  "errors.statusNotAllowed": () => m["errors.statusNotAllowed"](),
};
