import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import type { AppContext } from "#/context.ts";
import type { Session } from "#/platform/http/caller.ts";
import { describePlayerGroup } from "./describe-group.ts";
import { groupForAccount } from "./group-for-account.ts";

/** One group on which the caller holds a right, an archived one too. Any other answers as absent. */
export async function getPlayerGroup({ database }: AppContext, session: Session, groupId: string): Promise<PlayerGroupDetails> {
  return describePlayerGroup(database, await groupForAccount(database, session, { groupId, needs: "READ", archivedToo: true }));
}
