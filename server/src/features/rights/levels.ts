/** The order of the rights levels. SPECIAL ranks above OWNER. It allows no further action (DESIGN A12). */
import { rightsLevels } from "@storyport/contract/vocabulary";
import type { RightsLevel } from "@storyport/contract/vocabulary";

/** Returns whether `held` allows an action that needs `needed`, and allows giving `needed`. An undefined level counts as NONE. */
export function reaches(held: RightsLevel = "NONE", needed: RightsLevel = "NONE"): boolean {
  return rank(held) >= rank(needed);
}

/** Returns whether a holder of `held` may give `wanted`. Administrators give SPECIAL too; without them it could not begin. */
export function mayGive(by: { isAdministrator: boolean }, held: RightsLevel | undefined, wanted: RightsLevel | undefined): boolean {
  return reaches(by.isAdministrator && reaches(held, "OWNER") ? "SPECIAL" : held, wanted);
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
