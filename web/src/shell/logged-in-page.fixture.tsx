/** Renders a part of the logged-in area in a test with a DOM. It has a router, the portal, and the test's API. */
import type { SessionUser } from "@storyport/contract/login";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { onTestFinished, vi } from "vitest";
import { createCall } from "#/api/call.ts";
import type { ApiAnswer, ApiRequest } from "#/api/call.ts";
import { afterWrite, createQueryClient } from "#/api/query-client.ts";
import { ConfirmQuestion } from "#/features/confirmations/confirm-question.tsx";
import { createConfirmation } from "#/features/confirmations/confirmation.ts";
import { aPortal, kari } from "#/features/login/logged-in.fixture.ts";
import { PortalContext } from "./portal.ts";
import type { Portal } from "./portal.ts";
import { SessionEndNotice } from "./session-end-notice.tsx";
import { createSessionEnd, SessionEndContext } from "./session-end.ts";

/** Answers one request. */
export type Api = (request: ApiRequest) => Promise<ApiAnswer> | ApiAnswer;

export function answered(body: unknown, status = 200): ApiAnswer {
  return { status, statusText: "", retryAfter: null, body: JSON.stringify(body) };
}

export const sessionOver = answered({ message: "Not logged in", code: "errors.notLoggedIn", requestId: "r" }, 401);

const nobodyAsks: Api = ({ method, url }) => {
  throw new Error(`No test answers ${method} ${url}.`);
};

/** The user of `showLoggedIn`, if a test names no other. */
export const usualUser: SessionUser = {
  ...kari,
  accountId: "6f9b1f7e-2f0a-4c61-9d3e-0d8a5a1f0a01",
  permissions: ["manage_players", "set_display_name"],
};

interface Options extends Partial<Portal> {
  /** A public page watches its session itself. */
  isPublic?: boolean;
  /** What differs from the usual user. */
  user?: Partial<SessionUser>;
}

/** `left` counts how often the page was left for the login. */
export async function showLoggedIn(part: ReactNode, api: Api = nobodyAsks, options: Options = {}) {
  const { isPublic = false, user, ...portalParts } = options;
  const queries = createQueryClient();
  const root = createRootRoute();
  const index = createRoute({ getParentRoute: () => root, path: "/", component: () => part });
  const router = createRouter({ routeTree: root.addChildren([index]), history: createMemoryHistory({ initialEntries: ["/"] }) });
  const left = vi.fn<() => void>();
  const call = createCall(
    async (request) => await api(request),
    (isDone) => afterWrite(queries, isDone),
  );
  const sessionEnd = createSessionEnd(call, left);
  const confirmation = createConfirmation(sessionEnd.call);
  const portal: Portal = {
    ...aPortal({}),
    ...portalParts,
    call: isPublic ? call : confirmation.call,
    visitor: { is: "known", user: { ...usualUser, ...user } },
  };
  await act(async () => await router.load());
  const page = render(
    <PortalContext value={portal}>
      <QueryClientProvider client={queries}>
        <SessionEndContext value={isPublic ? undefined : sessionEnd}>
          {/* The type of the component knows the routes of the area alone. */}
          <RouterProvider<never> router={router as never} />
          <ConfirmQuestion confirmation={confirmation} />
          <SessionEndNotice sessionEnd={sessionEnd} />
        </SessionEndContext>
      </QueryClientProvider>
    </PortalContext>,
  );
  onTestFinished(cleanup);
  return { page, queries, router, left };
}
