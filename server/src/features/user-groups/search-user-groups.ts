import type { ResponseOf } from "@storyport/contract/endpoint";
import type { ListedUserGroup, searchUserGroups as endpoint } from "@storyport/contract/user-groups";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { searchTable } from "#/platform/database/search.ts";
import type { Session } from "#/platform/http/caller.ts";
import { asUserGroup, seenBy } from "./list-user-groups.ts";
import { listGroups, searchedUserGroups } from "./queries.ts";

/**
 * Returns a page of the groups that `listUserGroups` lists. Matches a part of the name, of an owner's name, or of the
 * organization's key. The total is exact up to 10,000. A page beyond the end is empty and has the same total. Refuses like `listUserGroups`.
 */
export async function searchUserGroups(
  { database }: Pick<AppContext, "database">,
  session: Session,
  { organizationId, query, offset, limit }: z.output<typeof endpoint.query>,
): Promise<ResponseOf<typeof endpoint>> {
  const filter = await seenBy({ database }, session, organizationId);
  const { ids, total } = await searchTable(database, searchedUserGroups(filter), { query, offset, limit });
  const groups = ids.length === 0 ? [] : await listGroups(database, { ...filter, ids });
  const results = groups.map((group): ListedUserGroup => ({ ...asUserGroup(group), organizationKey: group.organizationKey }));
  return { results, page: { entityCount: total, entityOffset: offset, entityLimit: limit } };
}
