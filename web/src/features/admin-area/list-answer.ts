import { limits } from "@storyport/contract/limits";
import type { ListSearch } from "./list-search.ts";

const { pageSize } = limits.list;

interface ListAnswer {
  results: readonly unknown[];
  page: { entityOffset: number; entityCount: number };
}

/** A page of a list, as the calls that answer one ask for it. */
export function listQuery({ page, filter }: ListSearch): { offset: string; query: string } {
  return { offset: String((page - 1) * pageSize), query: filter };
}

/** Which of how many results are here, and how many pages that makes. */
export function foundIn({ results, page }: ListAnswer): { offset: number; count: number; total: number; pages: number } {
  const { entityOffset: offset, entityCount: total } = page;
  return { offset, count: results.length, total, pages: Math.ceil(total / pageSize) };
}
