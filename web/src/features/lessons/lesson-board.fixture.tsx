/** The board of a lesson with a played stream, for the tests of its screen. */
import type { LessonBoard as Board } from "@storyport/contract/lessons";
import { act, screen, within } from "@testing-library/react";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import { LessonScreen } from "./lesson-screen.tsx";

export const group = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100";
export const lesson = {
  id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a101",
  playerGroupId: group,
  groupName: "2A",
  startedAt: "2026-11-22T08:00:00.000Z",
  endsAt: "2026-11-22T08:45:00.000Z",
};
export const [nora, emil] = ["1b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102", "2b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a103"];
export const board: Board = {
  lesson,
  at: "2026-11-22T08:15:00.000Z",
  mayLead: true,
  children: [
    { userId: emil, displayName: "Emil", state: "not-yet" },
    { userId: nora, displayName: "Nora", state: "not-yet" },
  ],
  devices: [],
};
export const over: Board = { ...board, lesson: { ...lesson, ended: { at: board.at, because: "BELL" } } };

/** Plays the browser's EventSource, which happy-dom lacks. */
export class PlayedSource extends EventTarget {
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

export const running: Api = ({ url }) => {
  if (url.endsWith("/lesson")) return answered({ lesson, mayLead: true });
  throw new Error(`No test answers ${url}.`);
};

/** `left` counts how often the page was left for the login. */
export async function showBoard(api: Api = running) {
  const { left } = await showLoggedIn(<LessonScreen playerGroupId={group} />, api);
  await screen.findByRole("heading", { level: 1, name: "Lesson: 2A" });
  const [source] = PlayedSource.opened;
  if (source === undefined) throw new Error("No stream was opened.");
  return Object.assign(source, { left });
}

export const tiles = () => within(screen.getByRole("list", { name: "Students" })).getAllByRole("listitem");
export const nameIn = (item: HTMLElement) => item.querySelector("bdi")?.textContent;
export const withNora = (state: Board["children"][number]["state"]): Board => ({
  ...board,
  children: board.children.map((child) => (child.userId === nora ? { ...child, state } : child)),
});
