/** Runs a hook of a public page in a test with a DOM. The test answers the calls. */
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { createCall } from "#/api/call.ts";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import { PortalContext } from "#/shell/portal.ts";
import type { Portal } from "#/shell/portal.ts";
import { aPortal } from "./logged-in.fixture.ts";

export function renderPortalHook<T>(hook: () => T, api: Api, parts: Partial<Portal> = {}) {
  const portal: Portal = {
    ...aPortal({}),
    visitor: { is: "nobody", expired: false },
    ...parts,
    call: createCall(async (request) => await api(request)),
  };
  const wrapper = ({ children }: { children: ReactNode }) => <PortalContext value={portal}>{children}</PortalContext>;
  return renderHook(hook, { wrapper });
}
