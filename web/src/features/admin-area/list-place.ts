import { readListSearch } from "./list-search.ts";
import type { ListSearch } from "./list-search.ts";

/** As ListSearch, without what goes without saying: the first page, and no search. */
export type ListPlace = Partial<ListSearch>;

export function readListPlace(search: Record<string, unknown>): ListPlace {
  return listPlace(readListSearch(search));
}

/** What of a place in a list stands in the address. */
export function listPlace({ page, filter }: ListSearch): ListPlace {
  return { ...(page > 1 && { page }), ...(filter !== "" && { filter }) };
}
