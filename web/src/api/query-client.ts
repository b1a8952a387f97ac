import { freshness } from "@storyport/contract/limits";
import { QueryClient } from "@tanstack/react-query";

/** The cache of the logged-in area: one per visit to it, so that nothing outlives a logout (specification, section 7). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: freshness.lists, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}

/** After a change nothing that was asked for before counts as fresh: what comes to be shown is asked for anew. */
export function outdate(client: QueryClient): void {
  for (const { promise, queryKey } of client.getQueryCache().findAll({ fetchStatus: "fetching" })) {
    // Its answer may be one from before, and may already be waited for by a page that opened after.
    const askAnew = async () => await client.invalidateQueries({ queryKey, exact: true });
    void promise?.then(askAnew, askAnew);
  }
  void client.invalidateQueries({ refetchType: "none" });
}
