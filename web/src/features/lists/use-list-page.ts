import { limits } from "@storyport/contract/limits";
import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { LinkProps, RegisteredRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import type { ApiError } from "#/api/api-error.ts";
import type { ListPlace, ListSearch } from "./list-search.ts";

/** One page of a list, as endpoints answer it. The two searches of the specification name offset and total differently. */
export type ListAnswer<Row> = { results: readonly Row[] } & (
  | { page: { entityOffset: number; entityCount: number } }
  | { offset: number; total: number }
);

/** What a list shows of its query. */
export type ListQuery<Answer> = Pick<UseQueryResult<Answer, ApiError>, "error" | "isPlaceholderData" | "isFetching"> & {
  data: Answer | undefined;
  refetch: () => unknown;
};

export type ListAddress = Pick<LinkProps, "params" | "search"> & { to: RegisteredRouter["routeTree"]["types"]["fileRouteTypes"]["to"] };

/** A list with pages and a search, both in the address. */
export interface ListOf<Answer> {
  query: ListQuery<Answer>;
  place: ListPlace;
  /** The address of another page or search of the same list. */
  at: (search: ListSearch) => ListAddress;
  /** Results on a page; 50 unless the endpoint says otherwise. */
  pageSize?: number;
}

/** The range of results on the page, the total, the number of pages, and the ways to the other pages. */
export function useListPage<Answer extends ListAnswer<unknown>>({ query, place, at, pageSize = limits.list.pageSize }: ListOf<Answer>) {
  const { data, isPlaceholderData, isFetching } = query;
  const { page = 1, filter = "" } = place;
  const navigate = useNavigate();
  const found = data && foundIn(data, pageSize);
  const last = found === undefined || isPlaceholderData ? undefined : Math.max(found.pages, 1);
  // A page beyond the end leads to the last page.
  const isBeyond = last !== undefined && page > last;
  const goToLast = useEffectEvent(() => void navigate({ ...at({ page: last ?? 1, filter }), replace: true }));
  useEffect(() => {
    if (isBeyond) goToLast();
  }, [isBeyond]);
  return {
    page,
    filter,
    found,
    /** The rows of this page are not there yet. */
    isWaiting: isFetching && (data === undefined || isPlaceholderData),
    linkTo: (number: number) => at({ page: number, filter }),
    /** Searches from the first page. The same search again fetches again. */
    search: (text: string) => {
      if (text === filter && page === 1) void query.refetch();
      else void navigate(at({ page: 1, filter: text }));
    },
  };
}

export interface Found {
  offset: number;
  count: number;
  total: number;
  pages: number;
}

/**
 * The range of results on a page, the total and the number of pages.
 * @public For the test of full and empty pages.
 */
export function foundIn(answer: ListAnswer<unknown>, pageSize: number = limits.list.pageSize): Found {
  const [offset, total] = "page" in answer ? [answer.page.entityOffset, answer.page.entityCount] : [answer.offset, answer.total];
  return { offset, count: answer.results.length, total, pages: Math.ceil(total / pageSize) };
}
