import type { ResponseOf } from "@storyport/contract/endpoint";
import { id as idSchema } from "@storyport/contract/fields";
import type { searchPlayerGroupRights as endpoint } from "@storyport/contract/player-groups";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { isAdministrator, isWithin, reachOf, requireReach } from "#/features/rights/reach.ts";
import { searchTable } from "#/platform/database/search.ts";
import type { Session } from "#/platform/http/caller.ts";
import { describeRight } from "./list-rights.ts";
import { findHeldGroups, searchedGroups } from "./queries.ts";
import type { HeldGroup } from "./queries.ts";

type Search = z.output<typeof endpoint.query>;

/**
 * The player groups one holds rights on, with the highest of them, a page at a time; an administrator's are all. By a part of the name or
 * by the whole id. An organization that is not one's own answers as absent. The total is exact up to 10,000; a page beyond the end is
 * empty and has the same total.
 */
export async function searchPlayerGroupRights(
  { database }: Pick<AppContext, "database">,
  session: Session,
  search: Search,
): Promise<ResponseOf<typeof endpoint>> {
  const { organizationId, archived, query, offset, limit } = search;
  if (organizationId !== undefined) await requireReach(database, session, { organizationId, permission: "manage_players" });
  const reach = await reachOf(database, session, "manage_players");
  const seen = organizationId === undefined ? reach : isWithin(reach, organizationId) ? [organizationId] : [];
  const run = await reachOf(database, session, "manage_members");
  const { accountId } = session;
  const isAdmin = isAdministrator(session);
  const describe = (groups: HeldGroup[]) => groups.filter((group) => group.may_manage).map((group) => describeRight(group, isAdmin));
  const held = { accountId, isAdmin, organizationId: session.organizationId, within: organizationId };
  const page = (entityCount: number) => ({ entityCount, entityOffset: offset, entityLimit: limit });

  const byId = idSchema.safeParse(query);
  const named = byId.success ? describe(await findHeldGroups(database, { ...held, groupIds: [byId.data], most: 1 })) : [];
  if (named.length > 0) return { results: named.slice(offset, offset + limit), page: page(named.length) };
  const table = searchedGroups({ accountId, seen, run, archived });
  const { ids, total } = await searchTable(database, table, { query: query.normalize("NFC"), offset, limit });
  const results = ids.length === 0 ? [] : describe(await findHeldGroups(database, { ...held, groupIds: ids, most: ids.length }));
  return { results, page: page(total) };
}
