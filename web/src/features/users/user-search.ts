import { limits } from "@storyport/contract/limits";
import type { ListSearch } from "#/features/lists/list-search.ts";

/** The input of the user search, for its loader and its screen. */
export function usersOf({ page, filter }: ListSearch) {
  return { body: { query: filter, pageSize: limits.search.pageSize, page } };
}
