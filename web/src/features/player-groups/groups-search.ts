import { listQuery, readListPlace } from "#/features/lists/list-search.ts";
import type { ListPlace } from "#/features/lists/list-search.ts";

/** A list's place in the address: page, search, and whether it includes archived groups. */
export type GroupsPlace = ListPlace & { archived?: "shown" };

export function readGroupsSearch(search: Record<string, unknown>): GroupsPlace {
  const { archived } = search;
  return { ...readListPlace(search), ...(archived === "shown" && { archived }) };
}

/** The input of the list of the user's groups. */
export function ownGroupsOf({ archived, ...place }: GroupsPlace) {
  return { query: { ...listQuery(place), ...(archived !== undefined && { archived }) } };
}

/** The input of the request that counts the user's archived groups. */
export const archivedGroups = { query: { archived: "only", limit: "1" } } as const;
