import { readListPlace } from "#/features/admin-area/list-place.ts";
import type { ListPlace } from "#/features/admin-area/list-place.ts";

/** A list's place in the address: page, search, and whether it includes archived groups. */
export type GroupsPlace = ListPlace & { archived?: "shown" };

export function readGroupsSearch(search: Record<string, unknown>): GroupsPlace {
  const { archived } = search;
  return { ...readListPlace(search), ...(archived === "shown" && { archived }) };
}
