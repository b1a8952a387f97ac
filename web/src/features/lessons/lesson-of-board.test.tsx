// @vitest-environment happy-dom
import type { LessonBoard as Board } from "@storyport/contract/lessons";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import { PlayedSource, board, group, lesson, nora, over, running, showBoard, tiles } from "./lesson-board.fixture.tsx";
import { LessonScreen } from "./lesson-screen.tsx";

beforeEach(() => {
  PlayedSource.opened = [];
  vi.stubGlobal("EventSource", PlayedSource);
});
afterEach(() => void vi.unstubAllGlobals());

const noraHasCode: Api = (request) =>
  request.url.endsWith("/one-time-codes")
    ? answered({ otpCode: "FKM407182", displayName: "Nora", userId: nora, expiresAt: "2026-11-22T08:35:00.000Z" }, 201)
    : running(request);
const noraOnBoard = (change: Partial<Board["children"][number]>): Board => ({
  ...board,
  children: board.children.map((child) => (child.userId === nora ? { ...child, ...change } : child)),
});
const noraTile = () => screen.getByRole("button", { name: /Nora.*Give a code/ });

test("a code closes by itself once its child is in, and the child's tile has the focus", async () => {
  const source = await showBoard(noraHasCode);
  const plays = { state: "in-the-game", since: "2026-11-22T08:10:00.000Z" } as const;
  await source.say(noraOnBoard(plays));
  await act(async () => void fireEvent.click(noraTile()));
  expect(await screen.findByText("FKM 407 182")).toBeDefined();
  // The child plays on, and the code is for another device.
  await source.say(noraOnBoard({ ...plays, deviceName: "TV" }));
  expect(screen.getByText("FKM 407 182")).toBeDefined();
  await source.say(noraOnBoard({ state: "at-the-door", since: "2026-11-22T08:16:00.000Z" }));
  expect(screen.queryByText("FKM 407 182")).toBeNull();
  expect(document.activeElement).toBe(noraTile());
  await source.say(noraOnBoard({ state: "left", since: "2026-11-22T08:16:00.000Z" }));
  expect(screen.queryByText("FKM 407 182")).toBeNull();
});

test("a code that is closed gives the focus back to the child's tile", async () => {
  const source = await showBoard(noraHasCode);
  await source.say(board);
  await act(async () => void fireEvent.click(noraTile()));
  const close = await screen.findByRole("button", { name: "Close the code" });
  close.focus();
  await act(async () => void fireEvent.click(close));
  expect(screen.queryByText("FKM 407 182")).toBeNull();
  expect(document.activeElement).toBe(noraTile());
});

test("the board says what a press on a student does, to those who may give codes while the lesson runs", async () => {
  const hint = () => screen.queryByText("Press a student to give a code.");
  const source = await showBoard();
  await source.say({ ...board, children: [] });
  expect(hint()).toBeNull();
  await source.say({ ...board, mayLead: false });
  expect(hint()).toBeNull();
  await source.say(board);
  expect(hint()).not.toBeNull();
  await source.say(over);
  expect(hint()).toBeNull();
});

test("a code just given does not make its child one who needs help", async () => {
  const source = await showBoard();
  await source.say(noraOnBoard({ help: "code-waits" }));
  expect(noraTile().textContent).toContain("Not yetHas a code, not used yet");
  expect(screen.getByText("Not yet: 2")).toBeDefined();
});

test("a board whose lesson is over says who was in the game, and never that somebody is not there yet", async () => {
  const source = await showBoard();
  await source.say(board);
  const children = noraOnBoard({ state: "left", since: board.at }).children;
  await source.say({ ...over, children });
  expect(screen.getByText("Was in the game: 1")).toBeDefined();
  expect(screen.getByText("Was not in the game: 1")).toBeDefined();
  expect(tiles().map(({ textContent }) => textContent)).toEqual(["EmilWas not in the game", "NoraWas in the game"]);
  expect(screen.queryByText(/Not yet/)).toBeNull();
});

test("the address names the lesson, so that a reload shows its summary; another running lesson comes first", async () => {
  const { router } = await showLoggedIn(<LessonScreen playerGroupId={group} />, running);
  await waitFor(() => expect(router.state.location.search).toEqual({ lessonId: lesson.id }));
  const none: Api = () => answered({ mayLead: true, groupName: "2A" });
  cleanup();
  PlayedSource.opened = [];
  await showLoggedIn(<LessonScreen playerGroupId={group} lessonId={lesson.id} />, none);
  await waitFor(() => expect(PlayedSource.opened).toHaveLength(1));
  await PlayedSource.opened[0]?.say(over);
  expect(screen.getByRole("heading", { level: 1, name: "Lesson: 2A" })).toBeDefined();
  expect(screen.getByText("The lesson is over")).toBeDefined();
  cleanup();
  const later = { ...lesson, id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a104" };
  PlayedSource.opened = [];
  await showLoggedIn(<LessonScreen playerGroupId={group} lessonId={lesson.id} />, () => answered({ lesson: later, mayLead: true }));
  await waitFor(() => expect(PlayedSource.opened.map(({ url }) => url)).toEqual([`/api/auth/lessons/${later.id}/board/events`]));
});

test("below a lesson that is over another lesson can be started, because a bookmark may lead to it", async () => {
  const none: Api = () => answered({ mayLead: true, groupName: "2A" });
  await showLoggedIn(<LessonScreen playerGroupId={group} lessonId={lesson.id} />, none);
  await waitFor(() => expect(PlayedSource.opened).toHaveLength(1));
  await PlayedSource.opened[0]?.say(board);
  expect(screen.queryByRole("button", { name: "Start a lesson" })).toBeNull();
  await PlayedSource.opened[0]?.say(over);
  expect(screen.getByRole("button", { name: "Start a lesson" })).toBeDefined();
});

test("a lesson of another class is not shown under the name of this class", async () => {
  const none: Api = () => answered({ mayLead: true, groupName: "2A" });
  await showLoggedIn(<LessonScreen playerGroupId={group} lessonId={lesson.id} />, none);
  await waitFor(() => expect(PlayedSource.opened).toHaveLength(1));
  await PlayedSource.opened[0]?.say({ ...board, lesson: { ...lesson, playerGroupId: lesson.id } });
  expect(screen.queryByText("Nora")).toBeNull();
  expect(screen.getByRole("button", { name: "Start a lesson" })).toBeDefined();
});

test("without a lesson the heading names the class", async () => {
  await showLoggedIn(<LessonScreen playerGroupId={group} />, () => answered({ mayLead: true, groupName: "2A" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Lesson: 2A" })).toBeDefined();
  expect(screen.getByText("No lesson is running in this class.")).toBeDefined();
  expect(document.title).toContain("Lesson: 2A");
});
