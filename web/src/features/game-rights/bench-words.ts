import type { GameLevel } from "@storyport/contract/game-rights";
import { m } from "@storyport/texts/messages";
import { gameSettingsTexts } from "#/features/games/game-words.ts";

const levelWords: Record<GameLevel | "NONE", () => string> = {
  NONE: () => m["bench.levelNONE"](),
  READ: () => m["bench.levelREAD"](),
  MODIFY: () => m["bench.levelMODIFY"](),
  OWNER: () => m["bench.levelOWNER"](),
};

export function gameLevelName(level: GameLevel | "NONE"): string {
  return levelWords[level]();
}

/** Refusals of the calls of people who build games. */
export const benchTexts: Readonly<Record<string, () => string>> = {
  ...gameSettingsTexts,
  "errors.conformanceRunEnded": () => m["errors.conformanceRunEnded"](),
  "errors.editionKeyInvalid": () => m["errors.editionKeyInvalid"](),
  "errors.gameScopeByAdministrator": () => m["errors.gameScopeByAdministrator"](),
  "errors.gameStartMissing": () => m["errors.gameStartMissing"](),
  "errors.scenePlaying": () => m["errors.scenePlaying"](),
  "errors.memberUnknown": () => m["bench.personUnknown"](),
  "errors.tooManyEditions": () => m["errors.tooManyEditions"](),
};
