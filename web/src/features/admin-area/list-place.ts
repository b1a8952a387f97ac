import type { SearchSchemaInput } from "@tanstack/react-router";
import { readListSearch } from "./list-search.ts";
import type { ListSearch } from "./list-search.ts";

/** A ListSearch without defaults: it omits the first page and an empty search. */
export type ListPlace = Partial<ListSearch>;

export function readListPlace({ page, filter }: { page?: unknown; filter?: unknown }): ListPlace {
  // The type SearchSchemaInput only makes both parameters optional in links.
  return listPlace(readListSearch({ page, filter } as { page?: unknown; filter?: unknown } & SearchSchemaInput));
}

/** Returns the part of a list's place that belongs in the address. */
export function listPlace({ page, filter }: ListSearch): ListPlace {
  return { ...(page > 1 && { page }), ...(filter !== "" && { filter }) };
}
