import { limits } from "@storyport/contract/limits";
import { listQuery } from "#/features/lists/list-search.ts";
import type { ListSearch } from "#/features/lists/list-search.ts";

const { pageSize } = limits.search;

/** The input of the search of all players; undefined without a search text. */
export function allPlayersOf({ page, filter }: ListSearch) {
  return filter.trim() === "" ? undefined : { body: { query: filter, limit: pageSize, offset: (page - 1) * pageSize } };
}

/** The input of the list of the user's own players. */
export function ownPlayersOf(place: ListSearch) {
  return { query: listQuery(place) };
}
