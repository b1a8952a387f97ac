import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { rightsLevels } from "@storyport/contract/vocabulary";
import type { RightsLevel } from "@storyport/contract/vocabulary";

/** Checks that the user's level on a group reaches `level`. The server enforces it anyway. */
export function holdsOnGroup({ rightsType }: Pick<PlayerGroupDetails, "rightsType">, level: RightsLevel): boolean {
  return rightsLevels.indexOf(rightsType) >= rightsLevels.indexOf(level);
}

/** The levels that the user may give: up to the user's own. */
export function givableLevels(group: Pick<PlayerGroupDetails, "rightsType">): RightsLevel[] {
  return rightsLevels.filter((level) => level !== "NONE" && holdsOnGroup(group, level));
}
