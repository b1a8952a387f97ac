// @vitest-environment happy-dom
import type { Lesson } from "@storyport/contract/lessons";
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { answered, sessionOver, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { ClassLesson } from "./class-lesson.tsx";

const playerGroupId = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100";
const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-24T08:00:00.000Z"), toFake: ["Date", "setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
});

/** A class whose lesson ends after 45 minutes by this browser's clock, and by the server's clock `late` later. */
async function openClass(late = 0) {
  const [startedAt, endsAt] = [0, 45 * minute].map((after) => new Date(Date.now() + after).toISOString());
  const lesson: Lesson = { id: playerGroupId, playerGroupId, groupName: "2A", startedAt: startedAt ?? "", endsAt: endsAt ?? "" };
  const state = { asked: 0, endsEarly: false };
  const over = Date.parse(lesson.endsAt) + late;
  await showLoggedIn(<ClassLesson playerGroupId={playerGroupId} />, () => {
    state.asked += 1;
    return answered({ mayLead: true, ...(Date.now() < over && !state.endsEarly && { lesson }) });
  });
  await pass(100);
  return state;
}
const pass = (milliseconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));
const runs = () => screen.queryByRole("link", { name: "Open the lesson" }) !== null;

test("a class page says that a lesson runs until the lesson ends, and then offers another", async () => {
  const state = await openClass();
  await pass(45 * minute - 200);
  expect([runs(), state.asked]).toEqual([true, 1]);
  await pass(200);
  expect([runs(), state.asked]).toEqual([false, 2]);
  expect(screen.getByRole("button", { name: "Start a lesson" })).toBeTruthy();
  await pass(45 * minute);
  expect(state.asked).toBe(2);
});

test("a clock that is ahead of the server's asks again, every twenty seconds at most", async () => {
  const state = await openClass(minute);
  await pass(45 * minute);
  expect(runs()).toBe(true);
  await pass(minute + 100);
  // At the start, at the end by this clock, and three more times.
  expect([runs(), state.asked]).toEqual([false, 5]);
});

test("a lesson that a bell has ended is gone when the user returns to the page", async () => {
  const state = await openClass();
  expect(runs()).toBe(true);
  state.endsEarly = true;
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await pass(100);
  expect([runs(), state.asked]).toEqual([false, 2]);
});

test("minutes that are typed keep the page, when its session has ended", async () => {
  let isOver = false;
  const { left, queries } = await showLoggedIn(<ClassLesson playerGroupId={playerGroupId} />, () =>
    isOver ? sessionOver : answered({ mayLead: true }),
  );
  await pass(100);
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "other" } });
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "25" } });
  isOver = true;
  act(() => void queries.invalidateQueries());
  await pass(100);
  expect(left).not.toHaveBeenCalled();
  expect(screen.getByRole("heading", { name: "You have been logged out" })).toBeTruthy();
});

test("a return to a page without a lesson asks nothing", async () => {
  const state = await openClass();
  state.endsEarly = true;
  const returns = () => act(() => void document.dispatchEvent(new Event("visibilitychange")));
  returns();
  await pass(100);
  expect([runs(), state.asked]).toEqual([false, 2]);
  returns();
  await pass(100);
  expect([runs(), state.asked]).toEqual([false, 2]);
});
