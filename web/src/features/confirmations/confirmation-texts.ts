import { m } from "@storyport/texts/messages";
import { passkeyLoginTexts } from "#/features/passkeys/passkey-texts.ts";

/** Refusals of a confirmation. */
export const confirmationTexts: Readonly<Record<string, () => string>> = {
  ...passkeyLoginTexts,
  "errors.affiliationMismatch": () => m["errors.affiliationMismatch"](),
  "errors.identityNotYours": () => m["errors.identityNotYours"](),
  // Only an account of a domain that the portal does not accept any more.
  "errors.identityUnknown": () => m["profile.otherDomain"](),
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
