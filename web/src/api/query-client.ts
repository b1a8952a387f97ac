import { freshness } from "@storyport/contract/limits";
import { QueryClient } from "@tanstack/react-query";

/** The cache of the logged-in area. Each visit has its own, so that nothing outlives a logout (specification, section 7). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: freshness.lists, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}

/** After a change marks all cached answers as stale, so that the next page to show one fetches it again. */
export function outdate(client: QueryClient): void {
  for (const { promise, queryKey } of client.getQueryCache().findAll({ fetchStatus: "fetching" })) {
    // This request may have started before the change, and a page that opened later may be waiting for it.
    const invalidate = async () => await client.invalidateQueries({ queryKey, exact: true });
    void promise?.then(invalidate, invalidate);
  }
  void client.invalidateQueries({ refetchType: "none" });
}
