import { Outlet, createRootRouteWithContext } from "@tanstack/react-router";
import { AreaRoot } from "#/area/area-root.tsx";
import { guardArea } from "#/area/guard-area.ts";
import type { AreaContext } from "#/area/prefetch.ts";
import { NotFoundPage } from "#/shell/not-found-page.tsx";

/** Everything behind the login. */
export const Route = createRootRouteWithContext<AreaContext>()({
  beforeLoad: guardArea,
  component: Root,
  notFoundComponent: NotFoundPage,
});

function Root() {
  const { visitor, queries } = Route.useRouteContext();
  return (
    <AreaRoot visitor={visitor} queries={queries}>
      <Outlet />
    </AreaRoot>
  );
}
