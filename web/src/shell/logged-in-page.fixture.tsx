/** Shows a part of the logged-in area by itself in a test with a DOM: a router, what parts ask it for, and an API that the test plays. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { onTestFinished } from "vitest";
import { createCall } from "#/api/call.ts";
import type { ApiAnswer, ApiRequest } from "#/api/call.ts";

/** Answers a request. */
export type Api = (request: ApiRequest) => Promise<ApiAnswer> | ApiAnswer;

export function answered(body: unknown, status = 200): ApiAnswer {
  return { status, statusText: "", retryAfter: null, body: JSON.stringify(body) };
}

const nobodyAsks: Api = ({ method, url }) => {
  throw new Error(`No test answers ${method} ${url}.`);
};

const user = { accountId: "6f9b1f7e-2f0a-4c61-9d3e-0d8a5a1f0a01", permissions: ["manage_players"] };

export async function showLoggedIn(part: ReactNode, api: Api = nobodyAsks) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRoute();
  const loggedIn = createRoute({ getParentRoute: () => root, id: "_logged-in", component: () => part });
  const index = createRoute({ getParentRoute: () => loggedIn, path: "/" });
  const router = createRouter({
    routeTree: root.addChildren([loggedIn.addChildren([index])]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
    context: { call: createCall(async (request) => await api(request)), user, settings: { productName: "Storyport" } },
  });
  await act(async () => await router.load());
  const page = render(
    <QueryClientProvider client={queries}>
      <RouterProvider<never> router={router as never} />
    </QueryClientProvider>,
  );
  onTestFinished(cleanup);
  return { page, queries };
}
