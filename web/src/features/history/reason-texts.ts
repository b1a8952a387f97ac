import { m } from "@storyport/texts/messages";

/** Texts for the reasons of failed logins: the server's own words, or the code of a refusal. */
const reasonTexts: Readonly<Record<string, () => string>> = {
  "wrong password": () => m["history.reasonPassword"](),
  "unknown account": () => m["history.reasonUnknownAccount"](),
  "unknown badge": () => m["history.reasonUnknownBadge"](),
  "void badge": () => m["history.reasonVoidBadge"](),
  "expired badge": () => m["history.reasonExpiredBadge"](),
  "account or group": () => m["history.reasonAccountOrGroup"](),
  "one-time code": () => m["history.reasonOneTimeCode"](),
  "errors.affiliationMismatch": () => m["history.reasonAffiliation"](),
  "errors.identityUnknown": () => m["history.reasonUnconnected"](),
  "errors.loginTypeNotAllowed": () => m["history.reasonLoginType"](),
  "errors.noLoginPermissions": () => m["history.reasonNoPermission"](),
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
