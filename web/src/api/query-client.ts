import { freshness } from "@storyport/contract/limits";
import { QueryClient } from "@tanstack/react-query";

/** The cache of the logged-in area. Each visit has its own, so that nothing outlives a logout (specification, section 7). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: freshness.lists,
        // A failure is fresh for as long as an answer. The loader's request may fail before its screen is there to show it.
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt >= freshness.lists,
        refetchOnWindowFocus: false,
      },
      // Without a connection an action fails at once, and its screen says so. By default it would wait unseen, and run later.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/**
 * After a write every cached answer may be outdated. If the write was done, everything on the page is fetched again. After a refusal the
 * page stays as it is, so that nothing changes behind an open dialog. The next page fetches again.
 */
export function afterWrite(client: QueryClient, isDone: boolean): void {
  const underWay = client.getQueryCache().findAll({ fetchStatus: "fetching" });
  // Invalidating sends again only what the page shows and already has. Every other request may have started before the write, so its answer
  // is outdated on arrival.
  for (const query of underWay.filter((one) => !(isDone && one.isActive() && one.state.data !== undefined))) {
    const invalidate = async () => await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    void query.promise?.then(invalidate, invalidate);
  }
  void client.invalidateQueries({ refetchType: isDone ? "active" : "none" });
}
