import type { CallbackFault } from "@storyport/contract/callback-url";
import type { CallbackKind, TokenScope } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";

const kindWords: Record<CallbackKind, () => string> = {
  WEB: () => m["games.kindWEB"](),
  LOOPBACK: () => m["games.kindLOOPBACK"](),
  APP: () => m["games.kindAPP"](),
};

export function callbackKindName(kind: CallbackKind): string {
  return kindWords[kind]();
}

export const scopeWords: Record<TokenScope, () => string> = {
  USERGROUP: () => m["games.scopeUSERGROUP"](),
  PLAYERGROUP: () => m["games.scopePLAYERGROUP"](),
  PLAYER: () => m["games.scopePLAYER"](),
};

export function scopeName(scope: TokenScope): string {
  return scopeWords[scope]();
}

const faultWords: Record<CallbackFault, () => string> = {
  characters: () => m["games.faultCharacters"](),
  web: () => m["games.faultWeb"]({ start: "https://", example: "https://game.example/callback" }),
  loopback: () => m["games.faultLoopback"]({ ipv4: "http://127.0.0.1/", ipv6: "http://[::1]/" }),
  app: () => m["games.faultApp"]({ example: "org.example.game:/login" }),
  spelling: () => m["games.faultSpelling"](),
};

/** An address's fault in words. */
export function callbackFaultText(fault: CallbackFault): string {
  return faultWords[fault]();
}

/** Refusals of the calls about games. */
export const gameSettingsTexts: Readonly<Record<string, () => string>> = {
  "errors.callbackUrlUnsafe": () => m["errors.callbackUrlUnsafe"](),
  "errors.changedMeanwhile": () => m["errors.changedMeanwhile"](),
  "errors.gameKeyInvalid": () => m["errors.gameKeyInvalid"](),
  "errors.gameKeyTaken": () => m["errors.gameKeyTaken"](),
  "errors.gameLanguageInvalid": () => m["errors.gameLanguageInvalid"](),
  "errors.gameNotRetired": () => m["errors.gameNotRetired"](),
  "errors.gameNumberTaken": () => m["errors.gameNumberTaken"](),
  "errors.gameRetired": () => m["errors.gameRetired"](),
  "errors.invalidInput": () => m["errors.invalidInput"](),
  "errors.notAllowed": () => m["errors.notAllowed"](),
  "errors.resourceLinkUnsafe": () => m["errors.resourceLinkUnsafe"](),
  "errors.notFound": () => m["games.notFound"](),
};
