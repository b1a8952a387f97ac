import { limits } from "@storyport/contract/limits";
import type { ListSearch } from "./list-search.ts";

const { pageSize } = limits.list;

interface ListAnswer {
  results: readonly unknown[];
  page: { entityOffset: number; entityCount: number };
}

/** The query for one page of a list. */
export function listQuery({ page, filter }: ListSearch): { offset: string; query: string } {
  return { offset: String((page - 1) * pageSize), query: filter };
}

/** Returns the range of results on this page, the total and the number of pages. */
export function foundIn({ results, page }: ListAnswer): { offset: number; count: number; total: number; pages: number } {
  const { entityOffset: offset, entityCount: total } = page;
  return { offset, count: results.length, total, pages: Math.ceil(total / pageSize) };
}
