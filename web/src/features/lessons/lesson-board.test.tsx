// @vitest-environment happy-dom
import type { LessonBoard as Board } from "@storyport/contract/lessons";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import { LessonScreen } from "./lesson-screen.tsx";

const group = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100";
const lesson = {
  id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a101",
  playerGroupId: group,
  groupName: "2A",
  startedAt: "2026-11-22T08:00:00.000Z",
  endsAt: "2026-11-22T08:45:00.000Z",
};
const [nora, emil] = ["1b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102", "2b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a103"];
const board: Board = {
  lesson,
  at: "2026-11-22T08:15:00.000Z",
  mayLead: true,
  children: [
    { userId: emil, displayName: "Emil", state: "not-yet" },
    { userId: nora, displayName: "Nora", state: "not-yet" },
  ],
  devices: [],
};
const over: Board = { ...board, lesson: { ...lesson, ended: { at: board.at, because: "BELL" } } };

/** Plays the browser's EventSource, which happy-dom lacks. */
class PlayedSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: PlayedSource[] = [];
  readonly url: string;
  readyState = 1;

  constructor(url: string) {
    super();
    this.url = url;
    PlayedSource.opened.push(this);
  }

  close(): void {
    this.readyState = PlayedSource.CLOSED;
  }

  async say(shown: Board): Promise<void> {
    await act(async () => void this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(shown) })));
  }

  async fail(readyState: number): Promise<void> {
    this.readyState = readyState;
    await act(async () => void this.dispatchEvent(new Event("error")));
  }
}

beforeEach(() => {
  PlayedSource.opened = [];
  vi.stubGlobal("EventSource", PlayedSource);
});
afterEach(() => void vi.unstubAllGlobals());

const running: Api = ({ url }) => {
  if (url.endsWith("/lesson")) return answered({ lesson, mayLead: true });
  throw new Error(`No test answers ${url}.`);
};

/** `left` counts how often the page was left for the login. */
async function showBoard(api: Api = running) {
  const { left } = await showLoggedIn(<LessonScreen playerGroupId={group} />, api);
  await screen.findByRole("heading", { level: 1, name: "Lesson: 2A" });
  const [source] = PlayedSource.opened;
  if (source === undefined) throw new Error("No stream was opened.");
  return Object.assign(source, { left });
}

const tiles = () => within(screen.getByRole("list", { name: "Students" })).getAllByRole("listitem");
const nameIn = (item: HTMLElement) => item.querySelector("bdi")?.textContent;
const withNora = (state: Board["children"][number]["state"]): Board => ({
  ...board,
  children: board.children.map((child) => (child.userId === nora ? { ...child, state } : child)),
});

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

test("without a lesson the heading names the class", async () => {
  await showLoggedIn(<LessonScreen playerGroupId={group} />, () => answered({ mayLead: true, groupName: "2A" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Lesson: 2A" })).toBeDefined();
  expect(screen.getByText("No lesson is running in this class.")).toBeDefined();
  expect(document.title).toContain("Lesson: 2A");
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
