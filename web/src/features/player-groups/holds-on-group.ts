import type { SessionUser } from "@storyport/contract/login";
import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { rightsLevels } from "@storyport/contract/vocabulary";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { isAdmin } from "#/features/games/offered-games.ts";

/** Checks that the user's level on a group reaches `level`. The server enforces it anyway. */
export function holdsOnGroup({ rightsType }: Pick<PlayerGroupDetails, "rightsType">, level: RightsLevel): boolean {
  return rightsLevels.indexOf(rightsType) >= rightsLevels.indexOf(level);
}

/** The levels up to `highest`, without NONE. */
export function levelsUpTo(highest: RightsLevel): RightsLevel[] {
  return rightsLevels.slice(1, rightsLevels.indexOf(highest) + 1);
}

/** The highest level that a user with `rightsType` may give. An administrator counts as owner of every group, and gives SPECIAL too. */
export function highestGivable(rightsType: RightsLevel, user: Pick<SessionUser, "permissions">): RightsLevel {
  return rightsType === "OWNER" && isAdmin(user) ? "SPECIAL" : rightsType;
}

export function givableLevels(
  { rightsType }: Pick<PlayerGroupDetails, "rightsType">,
  user: Pick<SessionUser, "permissions">,
): RightsLevel[] {
  return levelsUpTo(highestGivable(rightsType, user));
}
