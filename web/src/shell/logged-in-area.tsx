import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, useRouteContext } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { createQueryClient, outdate } from "#/api/query-client.ts";

/** Holds the cache of the pages behind the login; it ends with the visit. After a change every page asks anew when it opens. */
export function LoggedInArea() {
  const [queryClient] = useState(createQueryClient);
  const { changes } = useRouteContext({ from: "__root__" });
  useEffect(() => changes.watch(() => outdate(queryClient)), [changes, queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}
