import type { SearchSchemaInput } from "@tanstack/react-router";
import { readListSearch } from "./list-search.ts";
import type { ListSearch } from "./list-search.ts";

/** As ListSearch, without what goes without saying: the first page, and no search. */
export type ListPlace = Partial<ListSearch>;

export function readListPlace({ page, filter }: { page?: unknown; filter?: unknown }): ListPlace {
  // The mark only says that links may leave both out.
  return listPlace(readListSearch({ page, filter } as { page?: unknown; filter?: unknown } & SearchSchemaInput));
}

/** What of a place in a list stands in the address. */
export function listPlace({ page, filter }: ListSearch): ListPlace {
  return { ...(page > 1 && { page }), ...(filter !== "" && { filter }) };
}
