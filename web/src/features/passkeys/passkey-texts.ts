import { m } from "@storyport/texts/messages";

/** The code of the web's own failure: the browser's prompt ended without a passkey. */
export const cancelledCode = "errors.passkeyCancelled";

/** Refusals of a login, a half login and a confirmation by passkey, by code. */
export const passkeyLoginTexts: Readonly<Record<string, () => string>> = {
  [cancelledCode]: () => m["passkeys.cancelled"](),
  "errors.confirmAnotherWay": () => m["errors.confirmAnotherWay"](),
  "errors.loginTypeNotAllowed": () => m["errors.loginTypeNotAllowed"](),
  "errors.noLoginPermissions": () => m["errors.noLoginPermissions"](),
  "errors.passkeyCopied": () => m["errors.passkeyCopied"](),
  "errors.passkeyInvalid": () => m["errors.passkeyInvalid"](),
  "errors.passkeyStale": () => m["errors.passkeyStale"](),
  "errors.passkeyUnknown": () => m["errors.passkeyUnknown"](),
  "errors.userNotActive": () => m["errors.userNotActive"](),
};

/** Refusals of adding, renaming and removing, by code. */
export const ownPasskeyTexts: Readonly<Record<string, () => string>> = {
  [cancelledCode]: () => m["passkeys.notAdded"](),
  // Of all that is sent, the user writes only the name.
  "errors.invalidInput": () => m["errors.displayNameSpecialCharacters"](),
  "errors.lastLoginMethod": () => m["errors.lastLoginMethod"](),
  "errors.notAllowed": () => m["errors.notAllowed"](),
  "errors.notFound": () => m["passkeys.gone"](),
  "errors.passkeyDemanded": () => m["errors.passkeyDemanded"](),
  "errors.passkeyInvalid": () => m["errors.passkeyInvalid"](),
  "errors.passkeyNeeded": () => m["errors.passkeyNeeded"](),
  "errors.passkeyStale": () => m["errors.passkeyStale"](),
  "errors.passkeyTaken": () => m["errors.passkeyTaken"](),
  "errors.tooManyPasskeys": () => m["errors.tooManyPasskeys"](),
  "errors.userNotActive": () => m["errors.userNotActive"](),
};
