import { listAuditEvents } from "@storyport/contract/audit";
import type { ResponseOf } from "@storyport/contract/endpoint";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiError } from "#/api/api-error.ts";
import { usePortal } from "#/shell/portal.ts";
import { cursorOf, filterOf } from "./history-search.ts";
import type { HistorySearch } from "./history-search.ts";

/** One page of the history; the former page stays until the new one is there. */
export function useEvents(search: HistorySearch) {
  const { call } = usePortal();
  const before = cursorOf(search);
  const query = { ...filterOf(search), ...(before !== undefined && { before }) };
  return useQuery<ResponseOf<typeof listAuditEvents>, ApiError>({
    queryKey: [listAuditEvents.name, query],
    queryFn: async () => await call(listAuditEvents, { query }),
    placeholderData: keepPreviousData,
  });
}
