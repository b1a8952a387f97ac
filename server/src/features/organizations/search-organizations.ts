import type { ResponseOf } from "@storyport/contract/endpoint";
import { id as idSchema } from "@storyport/contract/fields";
import type { OrganizationName, searchOrganizations as endpoint } from "@storyport/contract/organizations";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { isWithin, reachOf } from "#/features/rights/reach.ts";
import type { Reach } from "#/features/rights/reach.ts";
import { searchTable } from "#/platform/database/search.ts";
import type { Session } from "#/platform/http/caller.ts";
import { listOrganizationNames, searchedOrganizations } from "./queries.ts";

type Search = z.output<typeof endpoint.query>;

/**
 * Returns a page of the organizations that the caller manages; administrators see all. Matches a part of the key, ignoring
 * case, or the whole id. The total is exact up to 10,000. A page beyond the end is empty and has the same total.
 */
export async function searchOrganizations(
  { database }: Pick<AppContext, "database">,
  session: Session,
  search: Search,
): Promise<ResponseOf<typeof endpoint>> {
  const { offset, limit } = search;
  const reach = await reachOf(database, session, "manage_members");
  const named = await findById({ database }, reach, search.query);
  if (named.length > 0) return answer(named.slice(offset, offset + limit), named.length, search);
  const { ids, total } = await searchTable(database, searchedOrganizations(reach), search);
  return answer(await listOrganizationNames(database, ids), total, search);
}

async function findById({ database }: Pick<AppContext, "database">, reach: Reach, query: string): Promise<OrganizationName[]> {
  const byId = idSchema.safeParse(query);
  return byId.success && isWithin(reach, byId.data) ? listOrganizationNames(database, [byId.data]) : [];
}

function answer(results: OrganizationName[], total: number, { offset, limit }: Search): ResponseOf<typeof endpoint> {
  return { results, page: { entityCount: total, entityOffset: offset, entityLimit: limit } };
}
