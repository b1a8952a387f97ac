import { m } from "@storyport/texts/messages";
import { groupTexts } from "#/features/player-groups/group-texts.ts";

/** Refusals of a move to another class. */
export const classMoveTexts = {
  ...groupTexts,
  "errors.classMoveChanged": () => m["errors.classMoveChanged"](),
};
