import { listAuditEvents } from "@storyport/contract/audit";
import type { ResponseOf } from "@storyport/contract/endpoint";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { InfiniteData } from "@tanstack/react-query";
import type { ApiError } from "#/api/api-error.ts";
import { usePortal } from "#/shell/portal.ts";

type Page = ResponseOf<typeof listAuditEvents>;

/** The events about a thing, page by page with the former page's cursor. */
export function useHistoryOf(about: string) {
  const { call } = usePortal();
  return useInfiniteQuery<Page, ApiError, InfiniteData<Page>, readonly string[], string | null>({
    queryKey: [listAuditEvents.name, "about", about],
    queryFn: async ({ pageParam }) => await call(listAuditEvents, { query: { about, ...(pageParam !== null && { before: pageParam }) } }),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
  });
}
