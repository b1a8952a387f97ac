import { m } from "@storyport/texts/messages";
import type { RightsLevel } from "@storyport/contract/vocabulary";

const texts: Readonly<Record<RightsLevel, () => string>> = {
  NONE: () => m["vocabulary.rightsNone"](),
  READ: () => m["vocabulary.rightsRead"](),
  PLAY: () => m["vocabulary.rightsPlay"](),
  MODIFY: () => m["vocabulary.rightsModify"](),
  OWNER: () => m["vocabulary.rightsOwner"](),
  SPECIAL: () => m["vocabulary.rightsSpecial"](),
};

/** What a rights level permits, in words: on a player group, or to a member of a user group. */
export function rightsText(level: RightsLevel): string {
  return texts[level]();
}

/** Like rightsText, for any word. An unknown word stays as it is. */
export function rightsTextOf(word: string): string {
  return isRightsLevel(word) ? rightsText(word) : word;
}

function isRightsLevel(word: string): word is RightsLevel {
  return Object.hasOwn(texts, word);
}
