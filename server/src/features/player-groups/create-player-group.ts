import type { createPlayerGroup as endpoint } from "@storyport/contract/player-groups";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { requireReach } from "#/features/rights/reach.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { insertPlayerGroup } from "./queries.ts";

/**
 * Creates a player group in an organization in which the caller manages players. The creator becomes its owner; an
 * administrator who is no member owns every group already. Refuses an organization outside the caller's reach as not found.
 */
export async function createPlayerGroup(
  { database }: AppContext,
  caller: LoggedInCaller,
  { name, organizationId }: z.output<typeof endpoint.body>,
): Promise<{ id: string }> {
  const { accountId } = caller.session;
  return database.transaction().execute(async (transaction) => {
    await requireReach(transaction, caller.session, { organizationId, permission: "manage_players" });
    const id = await insertPlayerGroup(transaction, { name, organizationId, ownerId: accountId });
    await recordEvent(transaction, caller, { event: "player_group_created", actorId: accountId, targetId: id, organizationId });
    return { id };
  });
}
