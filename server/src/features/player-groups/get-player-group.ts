import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import type { AppContext } from "#/context.ts";
import type { Session } from "#/platform/http/caller.ts";
import { describePlayerGroup } from "./describe-group.ts";
import { groupForAccount } from "./group-for-account.ts";

/** Returns a group on which the caller holds a right, archived or not. Refuses any other as not found. */
export async function getPlayerGroup({ database }: AppContext, session: Session, groupId: string): Promise<PlayerGroupDetails> {
  return describePlayerGroup(database, await groupForAccount(database, session, { groupId, needs: "READ", archivedToo: true }));
}
