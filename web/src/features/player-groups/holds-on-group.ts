import type { SessionUser } from "@storyport/contract/login";
import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { rightsLevels } from "@storyport/contract/vocabulary";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { isAdmin } from "#/features/games/offered-games.ts";

/** Checks that the user's level on a group reaches `level`. The server enforces it anyway. */
export function holdsOnGroup({ rightsType }: Pick<PlayerGroupDetails, "rightsType">, level: RightsLevel): boolean {
  return rightsLevels.indexOf(rightsType) >= rightsLevels.indexOf(level);
}

/** The levels that a user may give who has `rightsType`: up to that, without NONE. An administrator who owns gives SPECIAL too. */
export function givableLevels(
  { rightsType }: Pick<PlayerGroupDetails, "rightsType">,
  user: Pick<SessionUser, "permissions">,
): RightsLevel[] {
  const highest = rightsType === "OWNER" && isAdmin(user) ? "SPECIAL" : rightsType;
  return rightsLevels.slice(1, rightsLevels.indexOf(highest) + 1);
}
