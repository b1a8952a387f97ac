import { readListPlace } from "#/features/admin-area/list-place.ts";
import type { ListPlace } from "#/features/admin-area/list-place.ts";

/** What of the list stands in the address: its page, what is searched for, and whether archived groups are listed too. */
export type GroupsPlace = ListPlace & { archived?: "shown" };

export function readGroupsSearch(search: Record<string, unknown>): GroupsPlace {
  const { archived } = search;
  return { ...readListPlace(search), ...(archived === "shown" && { archived }) };
}
