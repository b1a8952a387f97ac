// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aPortal, kari } from "#/features/login/logged-in.fixture.ts";
import { PortalContext } from "#/shell/portal.ts";
import { SupportViewBanner } from "./support-view-banner.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const banner = (secondsLeft: number) => (
  <PortalContext value={aPortal({})}>
    <SupportViewBanner view={{ accountId: kari.accountId, name: "Kari", secondsLeft, isOver: false }} />
  </PortalContext>
);

test("the time left follows the clock, and each new answer of the server at once", async () => {
  vi.useFakeTimers();
  const { rerender } = render(banner(600));
  expect(screen.getByText(/10 minutes/)).toBeDefined();
  await act(async () => void vi.advanceTimersByTime(60_000));
  expect(screen.getByText(/9 minutes/)).toBeDefined();
  rerender(banner(480));
  expect(screen.getByText(/8 minutes/)).toBeDefined();
  await act(async () => void vi.advanceTimersByTime(60_000));
  expect(screen.getByText(/7 minutes/)).toBeDefined();
});
