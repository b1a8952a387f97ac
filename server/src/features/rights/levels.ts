/** The order of the rights levels. SPECIAL ranks above OWNER. It allows no further action (DESIGN A12), but only its holders can give it. */
import { rightsLevels } from "@storyport/contract/vocabulary";
import type { RightsLevel } from "@storyport/contract/vocabulary";

/** Returns whether `held` allows an action that needs `needed`, and allows giving `needed`. */
export function reaches(held: RightsLevel = "NONE", needed: RightsLevel = "NONE"): boolean {
  return rank(held) >= rank(needed);
}

export function higher(one: RightsLevel, other: RightsLevel): RightsLevel {
  return reaches(one, other) ? one : other;
}

/** Returns the highest of several levels; NONE if there is none. */
export function highest(levels: readonly RightsLevel[]): RightsLevel {
  return levels.reduce(higher, "NONE");
}

/** Returns `needed` and the levels above it. */
export function levelsFrom(needed: RightsLevel): readonly RightsLevel[] {
  return rightsLevels.filter((level) => reaches(level, needed));
}

/** The levels of owners: OWNER and above. */
export const ownerLevels: readonly RightsLevel[] = levelsFrom("OWNER");

function rank(level: RightsLevel): number {
  return rightsLevels.indexOf(level);
}
