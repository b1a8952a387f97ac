/** The board of a lesson in its states. The stream is played, so that each state is there at once. */
import type { LessonBoard } from "@storyport/contract/lessons";
import type { Page } from "@playwright/test";
import { actAs } from "./actors.ts";
import { expect } from "./journey.ts";
import type { Screen } from "./screen.ts";
import { people } from "./world.ts";

const at = "2026-11-22T08:15:00.000Z";
const id = (number: number): string => `${String(number).repeat(8)}-93a2-4d0e-8a3c-3d1c9ce5a100`;
const states: LessonBoard["children"] = [
  { userId: id(1), displayName: "Nora", state: "needs-help", help: "badge-refused", since: at },
  { userId: id(2), displayName: "Emil", state: "not-yet", help: "code-waits" },
  { userId: id(3), displayName: "Ada", state: "at-the-door", deviceName: "Chrome (Android)", since: at },
  { userId: id(4), displayName: "Maximilian-Alexander", state: "not-yet" },
  { userId: id(5), displayName: "Liv", state: "in-the-game", deviceName: "Safari (iPad)", since: at },
  { userId: id(6), displayName: "Åse", state: "left", deviceName: "Firefox (Windows)", since: at },
];

const waiting: LessonBoard["devices"] = [
  { id: id(8), name: "TV", userCode: "BCDF-GHJK", since: at },
  { id: id(9), name: "VWXZ-BCDF", userCode: "VWXZ-BCDF", since: at },
];

async function openBoard(page: Page, change: Partial<LessonBoard["lesson"]> = {}, devices: LessonBoard["devices"] = []): Promise<void> {
  const groupId = id(7);
  const lesson = { id: id(8), playerGroupId: groupId, groupName: "2B", startedAt: at, endsAt: "2026-11-22T09:00:00.000Z", ...change };
  const children = states.filter(({ state }) => lesson.ended === undefined || state === "left" || state === "not-yet");
  const board: LessonBoard = { lesson, at, mayLead: true, children, devices };
  await actAs(page, people.teacher);
  await page.route(`**/api/auth/player-groups/${groupId}/lesson`, (route) =>
    route.fulfill({ json: { lesson, mayLead: true, groupName: "2B" } }),
  );
  // The played stream ends after its only event. The browser would open it again, so it is told to wait for ten minutes.
  await page.route("**/board/events", (route) =>
    route.fulfill({ headers: { "content-type": "text/event-stream" }, body: `retry: 600000\n\ndata: ${JSON.stringify(board)}\n\n` }),
  );
  await page.goto(`/player-groups/${groupId}/lesson`);
  await expect(page.getByRole("list", { name: "Students" })).toBeVisible();
}

/** The devices of a school, played too: the demo has none. */
async function openDevices(page: Page): Promise<void> {
  const device = { id: id(1), version: 1, name: "TV", gameName: "English", addedAt: at, lastSeenAt: at, groupName: "2B" };
  await actAs(page, people.teacher);
  await page.route("**/api/auth/player-groups/*/devices", (route) =>
    route.fulfill({
      json: { groupName: "2B", devices: [device, { ...device, id: id(2), name: "Maximilian-Alexander-Station-am-Fenster" }] },
    }),
  );
  await page.goto(`/player-groups/${id(7)}/devices`);
  await expect(page.getByRole("heading", { level: 1, name: "Devices of the school" })).toBeVisible();
}

async function openAddDevice(page: Page, lessons: readonly LessonBoard["lesson"][]): Promise<void> {
  await actAs(page, people.teacher);
  await page.route("**/api/auth/lessons", (route) => route.fulfill({ json: lessons }));
  await page.goto("/seat?user_code=BCDF-GHJK");
  await expect(page.getByRole("heading", { level: 1, name: "Add a device" })).toBeVisible();
}

export const lessonScreens: readonly Screen[] = [
  { name: "lesson: devices that wait", open: (page) => openBoard(page, {}, waiting) },
  {
    name: "lesson: who plays on a device",
    open: async (page) => {
      await openBoard(page, {}, waiting);
      await page.getByRole("button", { name: "Seat a student here: TV" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "lesson: refuse a device",
    open: async (page) => {
      await openBoard(page, {}, waiting);
      await page.getByRole("button", { name: "Not ours: TV" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "seats: add a device",
    open: async (page) => {
      const lesson = { id: id(8), playerGroupId: id(7), groupName: "2B", startedAt: at, endsAt: at };
      await openAddDevice(page, [lesson, { ...lesson, id: id(9), groupName: "2A" }]);
      await expect(page.getByRole("img", { name: "anchor" })).toBeVisible();
    },
  },
  {
    name: "seats: no lesson runs",
    open: async (page) => {
      await openAddDevice(page, []);
      await expect(page.getByText("You lead no lesson at the moment.")).toBeVisible();
    },
  },
  { name: "seats: devices of the school", open: openDevices },
  {
    name: "seats: rename a device",
    open: async (page) => {
      await openDevices(page);
      await page.getByRole("button", { name: "Rename: TV" }).click();
      await expect(page.getByLabel("Name of the device")).toBeFocused();
    },
  },
  { name: "lesson: board, reconnecting", open: (page) => openBoard(page) },
  {
    name: "lesson: the bell asks",
    open: async (page) => {
      await openBoard(page);
      await page.getByRole("button", { name: "Ring the bell" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "lesson: one-time code",
    open: async (page) => {
      const code = { otpCode: "FKM407182", displayName: "Nora", userId: id(1), expiresAt: at };
      await page.route("**/one-time-codes", (route) => route.fulfill({ status: 201, json: code }));
      await openBoard(page);
      await page.getByRole("button", { name: /Nora/ }).click();
      await expect(page.getByRole("heading", { name: "Code for Nora" })).toBeVisible();
    },
  },
  {
    name: "lesson: over",
    open: async (page) => {
      await openBoard(page, { ended: { at, because: "BELL" } });
      await expect(page.getByText("The lesson is over")).toBeVisible();
    },
  },
  {
    name: "lesson: none runs",
    open: async (page) => {
      await actAs(page, people.teacher);
      await page.route("**/api/auth/player-groups/*/lesson", (route) => route.fulfill({ json: { mayLead: true, groupName: "2B" } }));
      await page.goto(`/player-groups/${id(7)}/lesson`);
      await expect(page.getByText("No lesson is running in this class.")).toBeVisible();
    },
  },
];
