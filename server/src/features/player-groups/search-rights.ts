import type { ResponseOf } from "@storyport/contract/endpoint";
import { id as idSchema } from "@storyport/contract/fields";
import type { searchPlayerGroupRights as endpoint } from "@storyport/contract/player-groups";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { isAdministrator, requireReach, withinReach } from "#/features/rights/reach.ts";
import { searchTable } from "#/platform/database/search.ts";
import type { Session } from "#/platform/http/caller.ts";
import { describeRight } from "./list-rights.ts";
import { findHeldGroups, searchedPlayerGroups } from "./queries.ts";

type Search = z.output<typeof endpoint.query>;

/**
 * Returns a page of the player groups that the caller holds rights on, each with the highest level. Administrators see all.
 * Matches a part of the name or the whole id. `archived` filters both. Refuses an organization outside the caller's reach like
 * `requireReach`. The total is exact up to 10,000. A page beyond the end is empty and has the same total.
 */
export async function searchPlayerGroupRights(
  { database }: Pick<AppContext, "database">,
  session: Session,
  search: Search,
): Promise<ResponseOf<typeof endpoint>> {
  const { organizationId, archived, query, offset, limit } = search;
  if (organizationId !== undefined) await requireReach(database, session, { organizationId, permission: "manage_players" });
  const { accountId } = session;
  const held = { accountId, isAdmin: isAdministrator(session), within: organizationId ?? withinReach(session) };
  const page = (entityCount: number) => ({ entityCount, entityOffset: offset, entityLimit: limit });

  const byId = idSchema.safeParse(query);
  const found = byId.success ? await findHeldGroups(database, { ...held, groupIds: [byId.data], most: 1 }) : [];
  const named = found.filter(({ group_type: type }) => archived === "shown" || (type === "ARCHIVED") === (archived === "only"));
  if (named.length > 0) return { results: named.map(describeRight).slice(offset, offset + limit), page: page(named.length) };
  const table = searchedPlayerGroups({ ...held, archived });
  const { ids, total } = await searchTable(database, table, { query, offset, limit });
  const groups = ids.length === 0 ? [] : await findHeldGroups(database, { ...held, groupIds: ids, most: ids.length });
  return { results: groups.map(describeRight), page: page(total) };
}
