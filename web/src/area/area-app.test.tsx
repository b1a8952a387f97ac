// @vitest-environment happy-dom
import type { ResponseOf } from "@storyport/contract/endpoint";
import { validateAuth } from "@storyport/contract/login";
import { listOwnPermissions } from "@storyport/contract/own-permissions";
import { createMemoryHistory } from "@tanstack/react-router";
import { act, cleanup, render } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Call } from "#/api/call.ts";
import { createQueryClient } from "#/api/query-client.ts";
import { createConfirmation } from "#/features/confirmations/confirmation.ts";
import { aPortal, kari } from "#/features/login/logged-in.fixture.ts";
import { createSessionEnd } from "#/shell/session-end.ts";
import { AreaApp } from "./area-app.tsx";
import { createAreaRouter, loadFirstPage } from "./router.tsx";

const silent: Call = async (endpoint, ..._) => await new Promise<ResponseOf<typeof endpoint>>(() => undefined);

// A press counts for the element on which it began, so the first page must not be drawn a second time.
test("the first page is loaded once, and its elements stay", async () => {
  const { portal, router } = aRouterAt("/users/me");
  const began = vi.fn<() => void>();
  router.subscribe("onBeforeLoad", began);
  const gone: string[] = [];
  const watch = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ removedNodes }) => [...removedNodes])) gone.push(...headingsIn(node));
  });
  watch.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => {
    watch.disconnect();
    cleanup();
  });
  const parts = { sessionEnd: createSessionEnd(silent, () => undefined), confirmation: createConfirmation(silent) };
  await act(async () => void render(<AreaApp portal={portal} router={router} firstPage={loadFirstPage(router)} {...parts} />));
  await vi.waitFor(() => expect(document.querySelector("h1")?.textContent).toBe("My profile"));
  const heading = document.querySelector("h1");
  await act(async () => await vi.waitFor(() => expect(router.state.status).toBe("idle")));
  expect(began).toHaveBeenCalledTimes(1);
  expect(document.querySelector("h1")).toBe(heading);
  expect(gone).toEqual([]);
});

test("a first page that redirects loads the page that it leads to", async () => {
  const { portal, router } = aRouterAt("/transfers/some-token");
  const parts = { sessionEnd: createSessionEnd(silent, () => undefined), confirmation: createConfirmation(silent) };
  onTestFinished(cleanup);
  await act(async () => void render(<AreaApp portal={portal} router={router} firstPage={loadFirstPage(router)} {...parts} />));
  await vi.waitFor(() => expect(document.querySelector("h1")).not.toBeNull());
  expect(router.state.location.pathname).toBe("/transfers");
});

function aRouterAt(address: string) {
  const known = aPortal({ [validateAuth.path]: kari, [listOwnPermissions.path]: kari.permissions });
  const portal = { ...known, call: silent, address };
  const history = createMemoryHistory({ initialEntries: [address] });
  return { portal, router: createAreaRouter({ ...portal, queries: createQueryClient() }, history) };
}

function headingsIn(node: Node): string[] {
  if (!(node instanceof HTMLElement)) return [];
  return [...node.querySelectorAll("h1"), ...(node.matches("h1") ? [node] : [])].map(({ textContent }) => textContent);
}
