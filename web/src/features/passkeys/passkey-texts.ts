import { m } from "@storyport/texts/messages";

/** The code of the web's own failure: the browser's prompt ended without a passkey. */
export const cancelledCode = "errors.passkeyCancelled";

/** Refusals of a login, a half login and a confirmation by passkey, by code. */
export const passkeyLoginTexts: Readonly<Record<string, () => string>> = {
  [cancelledCode]: () => m["passkeys.cancelled"](),
  "errors.loginTypeNotAllowed": () => m["errors.loginTypeNotAllowed"](),
  "errors.passkeyCopied": () => m["errors.passkeyCopied"](),
  "errors.passkeyInvalid": () => m["errors.passkeyInvalid"](),
  "errors.passkeyStale": () => m["errors.passkeyStale"](),
  "errors.passkeyUnknown": () => m["errors.passkeyUnknown"](),
};

/** Refusals of adding, renaming and removing, by code. */
export const ownPasskeyTexts: Readonly<Record<string, () => string>> = {
  [cancelledCode]: () => m["passkeys.notAdded"](),
  "errors.lastLoginMethod": () => m["errors.lastLoginMethod"](),
  "errors.notFound": () => m["passkeys.gone"](),
  "errors.passkeyDemanded": () => m["errors.passkeyDemanded"](),
  "errors.passkeyInvalid": () => m["errors.passkeyInvalid"](),
  "errors.passkeyNeeded": () => m["errors.passkeyNeeded"](),
  "errors.passkeyStale": () => m["errors.passkeyStale"](),
  "errors.passkeyTaken": () => m["errors.passkeyTaken"](),
  "errors.tooManyPasskeys": () => m["errors.tooManyPasskeys"](),
};
