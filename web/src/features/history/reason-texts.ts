import { m } from "@storyport/texts/messages";

/**
 * Texts for `details.reason` of events: failed or refused logins and confirmations, refused hand-overs, refused game codes, and devices that
 * another school adopted. The reason is the server's own words, or the code of a refusal.
 */
const reasonTexts: Readonly<Record<string, () => string>> = {
  "wrong password": () => m["history.reasonPassword"](),
  "unknown account": () => m["history.reasonUnknownAccount"](),
  "unknown badge": () => m["history.reasonUnknownBadge"](),
  "void badge": () => m["history.reasonVoidBadge"](),
  "expired badge": () => m["history.reasonExpiredBadge"](),
  "account or group": () => m["history.reasonAccountOrGroup"](),
  "one-time code": () => m["history.reasonOneTimeCode"](),
  "other client": () => m["history.reasonOtherClient"](),
  "used code": () => m["history.reasonUsedCode"](),
  "expired code": () => m["history.reasonExpiredCode"](),
  "other redirect_uri": () => m["history.reasonOtherRedirectUri"](),
  "wrong code_verifier": () => m["history.reasonWrongVerifier"](),
  "adopted by another school": () => m["history.reasonAdoptedElsewhere"](),
  "rights ended": () => m["history.reasonRightsEnded"](),
  "errors.callbackUrlNotRegistered": () => m["errors.callbackUrlNotRegistered"](),
  "errors.clientCodeInvalid": () => m["errors.clientCodeInvalid"](),
  "errors.gameLoginTypeNotAllowed": () => m["errors.gameLoginTypeNotAllowed"](),
  "errors.gameNotAvailable": () => m["errors.gameNotAvailable"](),
  "errors.gamePermissionMissing": () => m["errors.gamePermissionMissing"](),
  "errors.gameScopeTooWide": () => m["errors.gameScopeTooWide"](),
  "errors.organizationNotChosen": () => m["errors.organizationNotChosen"](),
  "errors.affiliationMismatch": () => m["history.reasonAffiliation"](),
  "errors.identityUnknown": () => m["history.reasonUnconnected"](),
  "errors.identityNotYours": () => m["history.reasonOtherPerson"](),
  "errors.loginTypeNotAllowed": () => m["history.reasonLoginType"](),
  "errors.noLoginPermissions": () => m["history.reasonNoPermission"](),
  "errors.passkeyUnknown": () => m["history.reasonPasskeyUnknown"](),
  "errors.passkeyInvalid": () => m["history.reasonPasskeyInvalid"](),
  "errors.passkeyCopied": () => m["history.reasonPasskeyCopied"](),
  "errors.passwordExpired": () => m["history.reasonPasswordExpired"](),
  "errors.providerAnswerInvalid": () => m["history.reasonAnswerInvalid"](),
  "errors.providerAway": () => m["history.reasonProviderAway"](),
  "errors.providerRefused": () => m["history.reasonProviderRefused"](),
  "errors.userNotActive": () => m["history.reasonNotActive"](),
};

/** Returns the reason in words; an unknown reason is shown as it was recorded. */
export function reasonText(reason: string): string {
  return Object.hasOwn(reasonTexts, reason) ? (reasonTexts[reason]?.() ?? reason) : reason;
}
