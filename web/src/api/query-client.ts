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
