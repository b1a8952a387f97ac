/** Renders a part of the logged-in area in a test with a DOM. It has a router, the portal, and the test's API. */
import type { SessionUser } from "@storyport/contract/login";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { onTestFinished } from "vitest";
import { createCall } from "#/api/call.ts";
import type { ApiAnswer, ApiRequest } from "#/api/call.ts";
import { aPortal, kari } from "#/features/login/logged-in.fixture.ts";
import { PortalContext } from "./portal.ts";
import type { Portal } from "./portal.ts";

/** Answers one request. */
export type Api = (request: ApiRequest) => Promise<ApiAnswer> | ApiAnswer;

export function answered(body: unknown, status = 200): ApiAnswer {
  return { status, statusText: "", retryAfter: null, body: JSON.stringify(body) };
}

const nobodyAsks: Api = ({ method, url }) => {
  throw new Error(`No test answers ${method} ${url}.`);
};

const user: SessionUser = { ...kari, accountId: "6f9b1f7e-2f0a-4c61-9d3e-0d8a5a1f0a01", permissions: ["manage_players"] };

export async function showLoggedIn(part: ReactNode, api: Api = nobodyAsks) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRoute();
  const index = createRoute({ getParentRoute: () => root, path: "/", component: () => part });
  const router = createRouter({ routeTree: root.addChildren([index]), history: createMemoryHistory({ initialEntries: ["/"] }) });
  const portal: Portal = { ...aPortal({}), call: createCall(async (request) => await api(request)), visitor: { is: "known", user } };
  await act(async () => await router.load());
  const page = render(
    <PortalContext value={portal}>
      <QueryClientProvider client={queries}>
        <RouterProvider<never> router={router as never} />
      </QueryClientProvider>
    </PortalContext>,
  );
  onTestFinished(cleanup);
  return { page, queries };
}
