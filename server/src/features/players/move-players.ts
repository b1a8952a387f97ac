import { limits } from "@storyport/contract/limits";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import { Refusal } from "#/platform/refusal.ts";
import { countPlayersOf, joinGroups, leaveGroups } from "./queries.ts";
import type { Place } from "./queries.ts";

export interface PlayersMove {
  playerIds: readonly string[];
  fromGroupId: string;
  toGroupId: string;
  /** Whether they also stay in the group that they come from. True only for a group that the same transaction archives. */
  staysListed: boolean;
}

/**
 * Puts players into another group of their organization. Refuses a group that would have too many with errors.playerGroupFull.
 * The caller of this function holds both groups and has checked the rights.
 */
export async function movePlayers(
  transaction: Transaction<Tables>,
  { playerIds, fromGroupId, toGroupId, staysListed }: PlayersMove,
): Promise<void> {
  await joinGroups(transaction, placesIn(toGroupId, playerIds));
  // Counted afterwards, because some of the players may have been in the group before.
  if ((await countPlayersOf(transaction, toGroupId)) > limits.playersOfGroup.max) throw new Refusal("errors.playerGroupFull");
  if (!staysListed) await leaveGroups(transaction, placesIn(fromGroupId, playerIds));
}

function placesIn(groupId: string, playerIds: readonly string[]): Place[] {
  return playerIds.map((playerId) => ({ playerId, groupId }));
}
