import { m } from "@storyport/texts/messages";

/** Refusals of connecting and disconnecting, from the call or from the address after the return. */
export const identityTexts: Readonly<Record<string, () => string>> = {
  "errors.affiliationMismatch": () => m["errors.affiliationMismatch"](),
  "errors.identityTaken": () => m["errors.identityTaken"](),
  // Only an account of a domain that the portal does not accept.
  "errors.identityUnknown": () => m["profile.otherDomain"](),
  "errors.lastLoginMethod": () => m["errors.lastLoginMethod"](),
  "errors.loginTypeNotAllowed": () => m["errors.loginTypeNotAllowed"](),
  "errors.notFound": () => m["profile.identityGone"](),
  "errors.passkeyNeeded": () => m["profile.connectNeedsPasskey"](),
  "errors.providerAnswerInvalid": () => m["errors.providerAnswerInvalid"](),
  "errors.providerAway": () => m["errors.providerAway"](),
  "errors.providerLoginStale": () => m["errors.providerLoginStale"](),
  "errors.providerOff": () => m["errors.providerOff"](),
  "errors.providerRefused": () => m["errors.providerRefused"](),
};
