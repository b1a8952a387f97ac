import type { PlayerGroupType } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";

export const groupTypeTexts: Readonly<Record<PlayerGroupType, () => string>> = {
  REGULAR: () => m["vocabulary.groupRegular"](),
  DEFAULT: () => m["vocabulary.groupDefault"](),
  ARCHIVED: () => m["vocabulary.groupArchived"](),
  ACTIVE: () => m["vocabulary.groupActive"](),
};
