import { readListPlace } from "#/features/admin-area/list-place.ts";
import type { ListPlace } from "#/features/admin-area/list-place.ts";

/** Which part of a user group's page is shown, as its address says; nothing for its members, in which one pages and searches. */
export const groupTabs = ["add", "edit", "history"] as const;
export type GroupTab = (typeof groupTabs)[number];
export type GroupPlace = ListPlace & { tab?: GroupTab };

export function readGroupPlace(search: Record<string, unknown>): GroupPlace {
  const tab = groupTabs.find((known) => known === search["tab"]);
  return tab === undefined ? readListPlace(search) : { tab };
}
