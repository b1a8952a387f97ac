import { limits } from "@storyport/contract/limits";
import type { SearchSchemaInput } from "@tanstack/react-router";

/** A list's place in the address: the page, from 1, and the search text. An invalid page becomes 1. */
export interface ListSearch {
  page: number;
  filter: string;
}

export function readListSearch(search: { page?: unknown; filter?: unknown } & SearchSchemaInput): ListSearch {
  const { page, filter } = search;
  const wanted = typeof page === "string" && /^\d+$/.test(page) ? Number(page) : page;
  return {
    page: typeof wanted === "number" && Number.isInteger(wanted) && wanted >= 1 ? Math.min(wanted, limits.search.maxPage) : 1,
    filter: typeof filter === "string" ? filter.slice(0, limits.search.maxQuery) : "",
  };
}
