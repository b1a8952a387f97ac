import { Outlet, createRootRouteWithContext } from "@tanstack/react-router";
import { AreaRoot } from "#/area/area-root.tsx";
import { guardArea } from "#/area/guard-area.ts";
import { NotFoundPage } from "#/shell/not-found-page.tsx";
import type { Portal } from "#/shell/portal.ts";

/** Everything behind the login. */
export const Route = createRootRouteWithContext<Portal>()({
  beforeLoad: guardArea,
  component: Root,
  notFoundComponent: NotFoundPage,
});

function Root() {
  return (
    <AreaRoot visitor={Route.useRouteContext().visitor}>
      <Outlet />
    </AreaRoot>
  );
}
