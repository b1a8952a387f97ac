import { limits } from "@storyport/contract/limits";
import type { SearchSchemaInput } from "@tanstack/react-router";

/** A list's place in the address: the page, from 1, and the search text. */
export interface ListSearch {
  page: number;
  filter: string;
}

/** A ListSearch without defaults: it omits the first page and an empty search. */
export type ListPlace = Partial<ListSearch>;

/**
 * Reads the place for /users, whose address always shows both parameters (specification, section 2), and for /players. An invalid
 * page becomes 1. A page beyond the limit becomes the last allowed page, and a text that is too long is cut. The type SearchSchemaInput
 * only makes both parameters optional in links.
 */
export function readListSearch({ page, filter }: { page?: unknown; filter?: unknown } & SearchSchemaInput): ListSearch {
  const wanted = typeof page === "string" && /^\d+$/.test(page) ? Number(page) : page;
  return {
    page: typeof wanted === "number" && Number.isInteger(wanted) && wanted >= 1 ? Math.min(wanted, limits.search.maxPage) : 1,
    filter: typeof filter === "string" ? filter.slice(0, limits.search.maxQuery) : "",
  };
}

/** Reads the place for all other lists. */
export function readListPlace({ page, filter }: { page?: unknown; filter?: unknown }): ListPlace {
  return listPlace(readListSearch({ page, filter } as Parameters<typeof readListSearch>[0]));
}

/** Returns the part of a list's place that belongs in the address. */
export function listPlace({ page, filter }: ListSearch): ListPlace {
  return { ...(page > 1 && { page }), ...(filter !== "" && { filter }) };
}

/** The query for one page of a list. */
export function listQuery({ page = 1, filter = "" }: ListPlace): { offset: string; query: string } {
  return { offset: String((page - 1) * limits.list.pageSize), query: filter };
}
