import type { CallbackKind } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";

const kindWords: Record<CallbackKind, () => string> = {
  WEB: () => m["games.kindWEB"](),
  LOOPBACK: () => m["games.kindLOOPBACK"](),
  APP: () => m["games.kindAPP"](),
};

export function callbackKindName(kind: CallbackKind): string {
  return kindWords[kind]();
}

/** Refusals that the calls about games may meet. */
export const gameSettingsTexts: Readonly<Record<string, () => string>> = {
  "errors.callbackUrlUnsafe": () => m["errors.callbackUrlUnsafe"](),
  "errors.changedMeanwhile": () => m["errors.changedMeanwhile"](),
  "errors.invalidInput": () => m["errors.invalidInput"](),
  "errors.notAllowed": () => m["errors.notAllowed"](),
  "errors.notFound": () => m["games.notFound"](),
};
