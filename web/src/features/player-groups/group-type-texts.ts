import type { PlayerGroupType } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";

/**
 * The four types of the specification (4.5). ARCHIVED closes a class. The portal never sets DEFAULT and ACTIVE, and treats such a class
 * like a REGULAR class. But the form of a user group offers REGULAR classes alone (rights-choice.tsx).
 */
export const groupTypeTexts: Readonly<Record<PlayerGroupType, () => string>> = {
  REGULAR: () => m["vocabulary.groupRegular"](),
  DEFAULT: () => m["vocabulary.groupDefault"](),
  ARCHIVED: () => m["vocabulary.groupArchived"](),
  ACTIVE: () => m["vocabulary.groupActive"](),
};
