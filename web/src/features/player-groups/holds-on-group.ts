import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { rightsLevels } from "@storyport/contract/vocabulary";
import type { RightsLevel } from "@storyport/contract/vocabulary";

/** Whether the reader's rights on a group reach so far. The server decides all the same. */
export function holdsOnGroup({ rightsType }: Pick<PlayerGroupDetails, "rightsType">, level: RightsLevel): boolean {
  return rightsLevels.indexOf(rightsType) >= rightsLevels.indexOf(level);
}

/** What one may give: nothing that one does not hold. */
export function givableLevels(group: Pick<PlayerGroupDetails, "rightsType">): RightsLevel[] {
  return rightsLevels.filter((level) => level !== "NONE" && holdsOnGroup(group, level));
}
