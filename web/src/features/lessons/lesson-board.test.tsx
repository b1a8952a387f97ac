// @vitest-environment happy-dom
import type { LessonBoard as Board } from "@storyport/contract/lessons";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { ApiAnswer } from "#/api/call.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import {
  PlayedSource,
  board,
  emil,
  group,
  lesson,
  nameIn,
  nora,
  over,
  running,
  showBoard,
  tiles,
  withNora,
} from "./lesson-board.fixture.tsx";
import { LessonScreen } from "./lesson-screen.tsx";

beforeEach(() => {
  PlayedSource.opened = [];
  vi.stubGlobal("EventSource", PlayedSource);
});
afterEach(() => void vi.unstubAllGlobals());

test("the board shows counts and time left, sorts by attention, and reads changes aloud", async () => {
  const source = await showBoard();
  expect(source.url).toBe(`/api/auth/lessons/${lesson.id}/board/events`);
  await source.say(board);
  expect(screen.getByText("Not yet: 2")).toBeDefined();
  expect(screen.getByText(/Time left/).textContent).toContain("30 min");
  await source.say({ ...board, lesson: { ...lesson, endsAt: "2026-11-22T12:12:00.000Z" } });
  expect(screen.getByText(/Time left/).textContent).toContain("3 h 57 min");
  expect(tiles().map(({ textContent }) => textContent)).toEqual([expect.stringContaining("Emil"), expect.stringContaining("Nora")]);
  expect(screen.queryByText("Nora: Not yet")).toBeNull();
  await source.say(withNora("needs-help"));
  expect(tiles()[0]?.textContent).toContain("Nora");
  expect(screen.getByText("Nora: Needs help")).toBeDefined();
});

test("the board, the question at a device and the news list children as the page of the class does, in the reader's language", async () => {
  const named = ["Mohammed", "Zoë", "Māra", "Åse", "Łucja"].map((displayName, index) => ({
    userId: `1b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a20${index}`,
    displayName,
  }));
  const inState = (state: Board["children"][number]["state"]): Board => ({
    ...board,
    children: named.map((child) => ({ ...child, state })),
    devices: [television],
  });
  const inOrder = ["Åse", "Łucja", "Māra", "Mohammed", "Zoë"];
  const source = await showBoard();
  await source.say(inState("not-yet"));
  expect(tiles().map(nameIn)).toEqual(inOrder);
  await source.say(inState("in-the-game"));
  expect(screen.getByText(/: In the game/).textContent).toBe(
    "Åse: In the game, Łucja: In the game, Māra: In the game, Mohammed: In the game",
  );
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Seat a student here: TV" })));
  expect(within(screen.getByRole("dialog")).getAllByRole("listitem").map(nameIn)).toEqual(inOrder);
});

test("a lost connection says so and keeps the last board; the next event ends that", async () => {
  const source = await showBoard();
  await source.say(board);
  await source.fail(0);
  expect(screen.getByText("Reconnecting…")).toBeDefined();
  expect(tiles()).toHaveLength(2);
  await source.say(withNora("in-the-game"));
  expect(screen.queryByText("Reconnecting…")).toBeNull();
  expect(screen.getByText("Connected again. The board is up to date.")).toBeDefined();
});

test("a phone that wakes up opens a new stream at once", async () => {
  const source = await showBoard();
  await source.say(board);
  await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
  expect(source.readyState).toBe(PlayedSource.CLOSED);
  expect(PlayedSource.opened).toHaveLength(2);
});

test("without a network the board says so at once, and connects when the network is back", async () => {
  const source = await showBoard();
  await source.say(board);
  await act(async () => void dispatchEvent(new Event("offline")));
  expect(screen.getByText("Reconnecting…")).toBeDefined();
  expect(source.readyState).toBe(PlayedSource.CLOSED);
  await act(async () => void dispatchEvent(new Event("online")));
  await PlayedSource.opened[1]?.say(withNora("at-the-door"));
  expect(screen.queryByText("Reconnecting…")).toBeNull();
  expect(screen.getByText("At the door: 1")).toBeDefined();
});

test("a refused stream asks why: an ended session leads to the login", async () => {
  const refusal = { message: "Not logged in", code: "errors.notLoggedIn", requestId: "r" };
  const source = await showBoard((request) => (request.url.endsWith("/board") ? answered(refusal, 401) : running(request)));
  await source.say(board);
  await source.fail(PlayedSource.CLOSED);
  expect(source.left).toHaveBeenCalledOnce();
});

test("with too many boards open the page says so and keeps the board, and tries again after half a minute", async () => {
  const refusal = { message: "Too many", code: "errors.tooManyBoards", requestId: "r" };
  const source = await showBoard((request) => (request.url.endsWith("/board") ? answered(withNora("at-the-door")) : running(request)));
  vi.stubGlobal("fetch", async () => Response.json(refusal, { status: 429 }));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await source.say(board);
  await source.fail(PlayedSource.CLOSED);
  const said = () => screen.queryByText("You have too many boards open. Close some of them.");
  await vi.waitFor(() => expect(said()).not.toBeNull());
  expect(screen.queryByText("Reconnecting…")).toBeNull();
  expect(screen.getByText("At the door: 1")).toBeDefined();
  await act(async () => void vi.advanceTimersByTime(25_000));
  expect(PlayedSource.opened).toHaveLength(1);
  await act(async () => void vi.advanceTimersByTime(5000));
  await PlayedSource.opened[1]?.say(board);
  expect(said()).toBeNull();
});

test("one press gives a code, shown in three parts", async () => {
  const code = { otpCode: "FKM407182", displayName: "Nora", userId: nora, expiresAt: "2026-11-22T08:35:00.000Z" };
  const bodies: unknown[] = [];
  const source = await showBoard((request) => {
    if (!request.url.endsWith("/one-time-codes")) return running(request);
    bodies.push(JSON.parse(request.body ?? ""));
    return answered(code, 201);
  });
  await source.say(board);
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: /Nora.*Give a code/ })));
  expect(await screen.findByText("FKM 407 182")).toBeDefined();
  expect(bodies).toEqual([{ studentUserId: nora }]);
});

test("the bell asks first; afterwards the summary has the focus", async () => {
  const source = await showBoard((request) => (request.url.endsWith("/bell") ? answered(over) : running(request)));
  await source.say(board);
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Ring the bell" })));
  const question = screen.getByRole("dialog");
  await act(async () => void fireEvent.click(within(question).getByRole("button", { name: "Ring the bell" })));
  await waitFor(() => expect(screen.getByText("The lesson is over").closest("[tabindex]")).toBe(document.activeElement));
  expect(screen.queryByRole("button", { name: "Ring the bell" })).toBeNull();
});

const television = { id: "3b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a104", name: "TV", userCode: "BCDF-GHJK", since: board.at };

test("two presses seat a child at a waiting device: children who are not in the game come first", async () => {
  const bodies: unknown[] = [];
  const seated: Board = { ...withNora("at-the-door"), devices: [] };
  const source = await showBoard((request) => {
    if (!request.url.endsWith("/seats")) return running(request);
    bodies.push(JSON.parse(request.body ?? ""));
    return answered(seated);
  });
  await source.say(board);
  expect(screen.queryByRole("heading", { name: "Waiting devices" })).toBeNull();
  const emilPlays = board.children.map((child) => (child.userId === emil ? { ...child, state: "in-the-game" as const } : child));
  await source.say({ ...board, children: emilPlays, devices: [television] });
  expect(screen.getByText(/TV: waiting for a student/)).toBeDefined();
  const item = within(screen.getByRole("list", { name: "Waiting devices" })).getByRole("listitem");
  expect(
    within(item)
      .getAllByRole("img")
      .map((picture) => picture.getAttribute("alt")),
    // The pictures of B and C, the first letters of its user code.
  ).toEqual(["anchor", "boat"]);
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Seat a student here: TV" })));
  const choices = within(screen.getByRole("dialog")).getAllByRole("listitem");
  expect(choices.map(({ textContent }) => textContent)).toEqual(["NoraNot yet", "EmilMoves here, and leaves the other device"]);
  await act(async () => void fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: /^Nora/ })));
  expect(bodies).toEqual([{ waitingDeviceId: television.id, studentUserId: nora }]);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByRole("heading", { name: "Waiting devices" })).toBeNull();
});

test("a seat that another teacher has taken says so, and the question stays", async () => {
  const refusal = { message: "Taken", code: "errors.seatTaken", requestId: "r" };
  const source = await showBoard((request) => (request.url.endsWith("/seats") ? answered(refusal, 409) : running(request)));
  await source.say({ ...board, devices: [television] });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Seat a student here: TV" })));
  await act(async () => void fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: /^Nora/ })));
  expect(await screen.findByText("A student already has a seat at this device.")).toBeDefined();
  await source.say(board);
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Back to the board" })));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a device is turned away after a question", async () => {
  const urls: string[] = [];
  const source = await showBoard((request) => {
    if (!request.url.includes("/waiting-devices/")) return running(request);
    urls.push(`${request.method} ${request.url}`);
    return answered(board);
  });
  await source.say({ ...board, devices: [television] });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Not ours: TV" })));
  await act(async () => void fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Turn away" })));
  expect(urls).toEqual([`DELETE /api/auth/lessons/${lesson.id}/waiting-devices/${television.id}`]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a reader sees the board without the bell and without codes", async () => {
  const source = await showBoard();
  await source.say({ ...board, mayLead: false });
  expect(tiles()).toHaveLength(2);
  expect(screen.queryByRole("button")).toBeNull();
});

test("the screen keeps its lesson when the class has none any more, and shows the lesson that a colleague starts then", async () => {
  const later = { ...lesson, id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a104", groupName: "2A later" };
  const answers = [{ lesson, mayLead: true }, { mayLead: true }, { lesson: later, mayLead: true }];
  const { queries } = await showLoggedIn(<LessonScreen playerGroupId={group} />, () => answered(answers.shift()));
  await screen.findByRole("heading", { level: 1, name: "Lesson: 2A" });
  await act(async () => await queries.invalidateQueries());
  expect(answers).toHaveLength(1);
  expect(screen.getByRole("heading", { level: 1, name: "Lesson: 2A" })).toBeDefined();
  await act(async () => await queries.invalidateQueries());
  expect(await screen.findByRole("heading", { level: 1, name: "Lesson: 2A later" })).toBeDefined();
});

test("a seat leaves the focus at the heading of the devices that still wait, and the last at that of the page", async () => {
  const projector = { ...television, id: "3b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a105", name: "Projector" };
  let waiting = [television, projector];
  const api: Api = (request) => {
    if (!request.url.endsWith("/seats")) return running(request);
    waiting = waiting.slice(1);
    return answered({ ...board, devices: waiting });
  };
  const source = await showBoard(api);
  await source.say({ ...board, devices: waiting });
  const main = document.createElement("main");
  screen.getByRole("heading", { level: 1 }).before(main);
  main.append(screen.getByRole("heading", { level: 1 }));
  const seat = async (device: string) => {
    const button = screen.getByRole("button", { name: `Seat a student here: ${device}` });
    button.focus();
    await act(async () => void fireEvent.click(button));
    await act(async () => void fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: /^Nora/ })));
  };
  await seat("TV");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Waiting devices" }));
  await seat("Projector");
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});

test("a seat whose answer is older than the board leaves the focus at a heading that is there", async () => {
  const answer = Promise.withResolvers<ApiAnswer>();
  const source = await showBoard((request) => (request.url.endsWith("/seats") ? answer.promise : running(request)));
  await source.say({ ...board, devices: [television] });
  const heading = screen.getByRole("heading", { level: 1 });
  const main = document.createElement("main");
  heading.before(main);
  main.append(heading);
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Seat a student here: TV" })));
  await act(async () => void fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: /^Emil/ })));
  // A colleague seats a child at the last device just after.
  await source.say({ ...board, at: "2026-11-22T08:15:01.000Z" });
  await act(async () => answer.resolve(answered({ ...board, at: "2026-11-22T08:15:00.500Z", devices: [television] })));
  expect(document.activeElement).toBe(heading);
});

test("the answer of a press does not replace a newer board, because the server sends no board again", async () => {
  const answer = Promise.withResolvers<ApiAnswer>();
  const source = await showBoard((request) => (request.url.endsWith("/seats") ? answer.promise : running(request)));
  await source.say({ ...board, devices: [television] });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Seat a student here: TV" })));
  await act(async () => void fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: /^Emil/ })));
  // Nora comes in just after the seat, and the stream is faster than the answer.
  await source.say({ ...withNora("in-the-game"), at: "2026-11-22T08:15:01.000Z" });
  await act(async () => answer.resolve(answered({ ...board, at: "2026-11-22T08:15:00.500Z" })));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(tiles().find((tile) => nameIn(tile) === "Nora")?.textContent).toContain("In the game");
});

test("the late answer to why a stream was refused does not replace the board of a newer stream", async () => {
  const answer = Promise.withResolvers<ApiAnswer>();
  const source = await showBoard((request) => (request.url.endsWith("/board") ? answer.promise : running(request)));
  await source.say(board);
  await source.fail(PlayedSource.CLOSED);
  await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
  await PlayedSource.opened[1]?.say(withNora("in-the-game"));
  await act(async () => answer.resolve(answered(board)));
  expect(tiles().find((tile) => nameIn(tile) === "Nora")?.textContent).toContain("In the game");
});
