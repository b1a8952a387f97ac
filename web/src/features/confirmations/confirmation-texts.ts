import { m } from "@storyport/texts/messages";
import { passkeyLoginTexts } from "#/features/passkeys/passkey-texts.ts";

/** Refusals of a confirmation. */
export const confirmationTexts: Readonly<Record<string, () => string>> = {
  ...passkeyLoginTexts,
  "errors.affiliationMismatch": () => m["errors.affiliationMismatch"](),
  "errors.confirmAnotherWay": () => m["errors.confirmAnotherWay"](),
  "errors.identityNotYours": () => m["errors.identityNotYours"](),
  "errors.loginStopped": () => m["errors.loginStopped"](),
  "errors.passwordExpired": () => m["errors.passwordExpired"](),
  "errors.passwordWrong": () => m["errors.passwordWrong"](),
  "errors.providerAnswerInvalid": () => m["errors.providerAnswerInvalid"](),
  "errors.providerAway": () => m["errors.providerAway"](),
  "errors.providerLoginStale": () => m["errors.providerLoginStale"](),
  "errors.providerOff": () => m["errors.providerOff"](),
  "errors.providerRefused": () => m["errors.providerRefused"](),
  "errors.secondFactorInvalid": () => m["errors.secondFactorInvalid"](),
};
