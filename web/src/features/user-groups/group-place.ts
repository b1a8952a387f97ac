import { readListPlace } from "#/features/lists/list-search.ts";
import type { ListPlace } from "#/features/lists/list-search.ts";

/** The tab of a user group's page in the address; undefined for its members, which have pages and a search. */
export const groupTabs = ["add", "edit", "history"] as const;
export type GroupTab = (typeof groupTabs)[number];
export type GroupPlace = ListPlace & { tab?: GroupTab };

export function readGroupPlace(search: Record<string, unknown>): GroupPlace {
  const tab = groupTabs.find((known) => known === search["tab"]);
  return tab === undefined ? readListPlace(search) : { tab };
}
