// @vitest-environment happy-dom
import type { ClassOverview } from "@storyport/contract/class-overviews";
import { act, screen } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { ClassCard } from "./class-card.tsx";

const minute = 60_000;
const begin = Date.parse("2026-11-24T08:00:00.000Z");
const overview: ClassOverview = {
  playerGroupId: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100",
  organizationId: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a101",
  groupName: "2A",
  rightsType: "OWNER",
  students: 2,
  withoutBadge: 0,
  lesson: { endsAt: new Date(begin + 45 * minute).toISOString(), needHelp: 1 },
};

beforeEach(() => {
  vi.useFakeTimers({ now: begin, toFake: ["Date", "setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
});

const open = () => showLoggedIn(<ClassCard overview={overview} organizationName={undefined} />, undefined, { isPublic: true });
const pass = (milliseconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));
const offered = () => screen.queryAllByRole("link", { name: /lesson/ }).map(({ textContent }) => textContent);

test("the card of a class says that a lesson runs until the lesson ends, and then offers another", async () => {
  await open();
  await pass(45 * minute - 1);
  expect(offered()).toEqual(["Open the lesson 2A"]);
  expect(screen.getByText(/^Lesson until/)).toBeTruthy();
  await pass(1);
  expect(offered()).toEqual(["Start a lesson 2A"]);
  expect(screen.queryByText(/^(Lesson until|Need help)/)).toBeNull();
});

test("a lesson that ended while the device slept is gone when the user returns to the page", async () => {
  await open();
  vi.setSystemTime(begin + 46 * minute);
  expect(offered()).toEqual(["Open the lesson 2A"]);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(offered()).toEqual(["Start a lesson 2A"]);
});
