/** What an account may reach in one organization, as it is now. Pure: rows in, claims out. */
import { rightsLevels } from "@storyport/contract/vocabulary";
import type { RightsLevel, TokenScope } from "@storyport/contract/vocabulary";
import type { AccessTokenClaims } from "@storyport/contract/tokens";

export interface HeldRights {
  gameIds: number[];
  roles: string[];
  permissions: string[];
  /** Players the account itself plays. */
  ownPlayers: string[];
  groups: { id: string; level: RightsLevel; players: string[] }[];
  userGroups: { id: string; level: RightsLevel }[];
}

export type RightsClaims = Pick<
  AccessTokenClaims,
  | "gameIds"
  | "roles"
  | "permissions"
  | "playerIds"
  | "playerRights"
  | "playerGroupIds"
  | "playerGroupRights"
  | "userGroupIds"
  | "userGroupRights"
>;

/** Each scope holds less than the one before: USERGROUP all, PLAYERGROUP no user groups, PLAYER no groups at all. */
export function rightsClaims(held: HeldRights, scope: TokenScope): RightsClaims {
  const groups = held.groups.filter(({ level }) => level !== "NONE");
  const players = new Map<string, RightsLevel>();
  for (const group of groups) for (const player of group.players) raise(players, player, group.level);
  for (const player of held.ownPlayers) raise(players, player, "PLAY");
  const visibleGroups = scope === "PLAYER" ? [] : groups;
  const userGroups = scope === "USERGROUP" ? held.userGroups.filter(({ level }) => level !== "NONE") : [];
  return {
    gameIds: held.gameIds,
    roles: held.roles,
    permissions: held.permissions,
    playerIds: [...players.keys()],
    playerRights: Object.fromEntries(players),
    playerGroupIds: visibleGroups.map(({ id }) => id),
    playerGroupRights: Object.fromEntries(visibleGroups.map(({ id, level }) => [id, level])),
    userGroupIds: userGroups.map(({ id }) => id),
    userGroupRights: Object.fromEntries(userGroups.map(({ id, level }) => [id, level])),
  };
}

export function higherLevel(a: RightsLevel, b: RightsLevel): RightsLevel {
  return rightsLevels.indexOf(a) >= rightsLevels.indexOf(b) ? a : b;
}

function raise(levels: Map<string, RightsLevel>, id: string, level: RightsLevel): void {
  levels.set(id, higherLevel(levels.get(id) ?? "NONE", level));
}
