import { m } from "@storyport/texts/messages";

/** What connecting and disconnecting may be refused with, by the call or by the address one comes back to. */
export const identityTexts: Readonly<Record<string, () => string>> = {
  "errors.affiliationMismatch": () => m["errors.affiliationMismatch"](),
  "errors.identityTaken": () => m["errors.identityTaken"](),
  "errors.lastLoginMethod": () => m["errors.lastLoginMethod"](),
  "errors.loginTypeNotAllowed": () => m["errors.loginTypeNotAllowed"](),
  "errors.notFound": () => m["profile.identityGone"](),
  "errors.providerAnswerInvalid": () => m["errors.providerAnswerInvalid"](),
  "errors.providerAway": () => m["errors.providerAway"](),
  "errors.providerLoginStale": () => m["errors.providerLoginStale"](),
  "errors.providerOff": () => m["errors.providerOff"](),
  "errors.providerRefused": () => m["errors.providerRefused"](),
};
