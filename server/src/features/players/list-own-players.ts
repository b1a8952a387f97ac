import type { ResponseOf } from "@storyport/contract/endpoint";
import type { listOwnPlayers as endpoint } from "@storyport/contract/players";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { listReadableGroups } from "#/features/player-groups/list-rights.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { listPlayersOfGroups } from "./queries.ts";

/**
 * Lists the players of the groups that `listReadableGroups` finds, by name. Each player appears once, with these groups.
 */
export async function listOwnPlayers(
  context: AppContext,
  caller: LoggedInCaller,
  { query, offset, limit }: z.output<typeof endpoint.query>,
): Promise<ResponseOf<typeof endpoint>> {
  const groupIds = await listReadableGroups(context, caller);
  const { results, total } = await listPlayersOfGroups(context.database, { groupIds, query, offset, limit });
  return { results, page: { entityCount: total, entityOffset: offset, entityLimit: limit } };
}
