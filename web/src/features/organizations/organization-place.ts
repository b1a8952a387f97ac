import { listQuery, readListPlace } from "#/features/lists/list-search.ts";
import type { ListPlace } from "#/features/lists/list-search.ts";

/** The tab of an organization's page in the address; undefined for the overview. Lists in it have pages and a search. */
export const organizationTabs = ["members", "groups", "player-groups", "tools", "edit", "history"] as const;
export type OrganizationTab = (typeof organizationTabs)[number];
const lists: readonly OrganizationTab[] = ["members", "groups", "player-groups"];
export type OrganizationPlace = ListPlace & { tab?: OrganizationTab };

/** Reads search params; an unknown tab is the overview. */
export function readOrganizationPlace(search: Record<string, unknown>): OrganizationPlace {
  const tab = organizationTabs.find((known) => known === search["tab"]);
  if (tab === undefined) return {};
  return lists.includes(tab) ? { tab, ...readListPlace(search) } : { tab };
}

/** The input of the list of an organization's player groups, archived groups included. */
export function playerGroupsOf(organizationId: string, place: ListPlace) {
  return { query: { ...listQuery(place), organizationId, archived: "shown" as const } };
}
