/** The order of the rights levels. SPECIAL stands above OWNER, grants nothing more than it, and nothing less (DESIGN A12). */
import { rightsLevels } from "@storyport/contract/vocabulary";
import type { RightsLevel } from "@storyport/contract/vocabulary";

/** Whether who holds `held` may do what asks for `needed`, and may give `needed`: SPECIAL is given by who holds SPECIAL alone. */
export function reaches(held: RightsLevel = "NONE", needed: RightsLevel = "NONE"): boolean {
  return rank(held) >= rank(needed);
}

export function higher(one: RightsLevel, other: RightsLevel): RightsLevel {
  return reaches(one, other) ? one : other;
}

/** What is held in several ways counts by the highest; NONE where there is none. */
export function highest(levels: readonly RightsLevel[]): RightsLevel {
  return levels.reduce(higher, "NONE");
}

/** Those that own: OWNER, and what stands above it. */
export const ownerLevels: readonly RightsLevel[] = rightsLevels.filter((level) => reaches(level, "OWNER"));

function rank(level: RightsLevel): number {
  return rightsLevels.indexOf(level);
}
