import type { Endpoint } from "@storyport/contract/endpoint";
import type { QueryClient } from "@tanstack/react-query";
import type { Arguments } from "#/api/call.ts";
import { endpointQuery } from "#/api/use-endpoint.ts";
import type { Portal } from "#/shell/portal.ts";

/** What every route of the area may use. */
export type AreaContext = Portal & { queries: QueryClient };

/** `isAllowed`: the result of `checkPermission`, for a route that needs a permission. */
type LoaderContext = Pick<AreaContext, "call" | "queries"> & { isAllowed?: boolean };

/**
 * Starts a request of a page in its route's loader, before the screen's script is there. The loader never waits: the screen shows its
 * own placeholder, and finds the same query in the cache. Without the permission it sends nothing.
 */
export function prefetch<E extends Endpoint>(
  { call, queries, isAllowed = true }: LoaderContext,
  endpoint: E,
  ...input: Arguments<E>
): void {
  if (!isAllowed) return;
  // The screen shows a failure.
  queries.query(endpointQuery(call, endpoint, ...input)).catch(() => undefined);
}
