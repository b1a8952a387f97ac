// @vitest-environment happy-dom
import { m } from "@storyport/texts/messages";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aPortal } from "#/features/login/logged-in.fixture.ts";
import { takeBadgeCode } from "#/features/qr-login/badge-code.ts";
import { PortalContext } from "./portal.ts";
import { UnavailableScreen } from "./unavailable-screen.tsx";

const failure = { status: 503, statusText: "", code: "errors.unavailable", message: "of the server", requestId: "r" } as const;
const replace = vi.fn<(url: string | URL) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => await Promise.resolve(new Response()));
  vi.spyOn(location, "replace").mockImplementation(replace.mockReset());
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(address: string): void {
  const badgeCode = takeBadgeCode({ href: `https://portal.example${address}` }, { state: null, replaceState: () => undefined });
  const portal = { ...aPortal({}), address: address.replace(/[?&]code=[^&]*/, ""), badgeCode };
  render(
    <PortalContext value={portal}>
      <UnavailableScreen failure={failure} probe="/login" />
    </PortalContext>,
  );
}

test.each(["/users/me", "/login/qr?code=A-1"])(
  "%s opens again when the portal is back, with the code of the scanned badge",
  async (address) => {
    show(address);
    expect(screen.getByRole("link", { name: m["app.tryAgain"]() }).getAttribute("href")).toBe(address);
    await act(async () => void (await vi.advanceTimersByTimeAsync(6000)));
    expect(replace.mock.calls).toEqual([[address]]);
  },
);
