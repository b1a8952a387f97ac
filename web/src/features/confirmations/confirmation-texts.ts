import { m } from "@storyport/texts/messages";

/** Refusals of a confirmation. */
export const confirmationTexts: Readonly<Record<string, () => string>> = {
  "errors.affiliationMismatch": () => m["errors.affiliationMismatch"](),
  "errors.identityNotYours": () => m["errors.identityNotYours"](),
  "errors.loginStopped": () => m["errors.loginStopped"](),
  "errors.loginTypeNotAllowed": () => m["errors.loginTypeNotAllowed"](),
  "errors.passwordExpired": () => m["errors.passwordExpired"](),
  "errors.passwordWrong": () => m["errors.passwordWrong"](),
  "errors.providerAnswerInvalid": () => m["errors.providerAnswerInvalid"](),
  "errors.providerAway": () => m["errors.providerAway"](),
  "errors.providerLoginStale": () => m["errors.providerLoginStale"](),
  "errors.providerOff": () => m["errors.providerOff"](),
  "errors.providerRefused": () => m["errors.providerRefused"](),
  "errors.secondFactorInvalid": () => m["errors.secondFactorInvalid"](),
};
