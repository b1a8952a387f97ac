/** A school's own lists in states that pass by too quickly, or come with a fault. The answers are played, because the demo has no list. */
import type { RosterChange, RosterConnection, RosterQuestions, RosterRun, getRosterRun } from "@storyport/contract/rosters";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type { Page } from "@playwright/test";
import { actAs } from "./actors.ts";
import { organizationId } from "./admin-area.ts";
import { expect } from "./journey.ts";
import type { Screen } from "./screen.ts";
import { people } from "./world.ts";

const at = "2026-11-22T08:15:00.000Z";
const id = "11111111-93a2-4d0e-8a3c-3d1c9ce5a100";
const counts = { NEW: 40, MOVED: 7, LEFT: 2, RENAMED: 1, CONFLICT: 60 };
const run: RosterRun = {
  id,
  organizationId: id,
  source: "ONEROSTER",
  status: "CHECKED",
  counts,
  madeAt: at,
  madeBy: "Maximilian-Alexander von Hohenstein",
};
const questions: RosterQuestions[] = [
  { reason: "classNameTaken", answer: "other", count: 30 },
  { reason: "classNameTaken", answer: "same", count: 28 },
  { reason: "classNameTaken", answer: "skip", count: 30 },
  { reason: "looksAlike", answer: "other", count: 30 },
  { reason: "looksAlike", answer: "same", count: 30 },
  { reason: "looksAlike", answer: "skip", count: 30 },
];
const answers: RosterChange["answers"] = ["same", "other", "skip"];
const changes: RosterChange[] = [
  { kind: "CONFLICT", position: 0, answers, thing: "CLASS", name: "2A", likeName: "2 a", reason: "classNameTaken", goingAlong: 24 },
  {
    kind: "CONFLICT",
    position: 1,
    answers,
    thing: "STUDENT",
    name: "Maximilian-Alexander",
    likeName: "Maximilian Alexander",
    reason: "looksAlike",
  },
];

async function openRun(page: Page, progress?: RosterRun["progress"]): Promise<void> {
  await actAs(page, people.admin);
  const classes = [{ position: 0, className: "2A", counts, questions: 2, stops: false }];
  const json: ResponseOf<typeof getRosterRun> = { run: { ...run, ...(progress && { progress }) }, digest: "x", classes, questions };
  await page.route(`**/api/auth/rosters/runs/${id}`, (route) => route.fulfill({ json }));
  await page.route(`**/api/auth/rosters/runs/${id}/changes?**`, (route) => route.fulfill({ json: changes }));
  await page.goto(`/rosters/runs/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Changes" })).toBeVisible();
}

async function openConnection(page: Page, parts: Partial<RosterConnection>): Promise<void> {
  await actAs(page, people.admin);
  const connection: RosterConnection = { source: "FEIDE", mode: "NIGHTLY", schoolNumber: "974568209", readAt: at, ...parts };
  const json = { organizationName: "Fjordskolen", connection, runs: [run], missing: [] };
  await page.route("**/api/auth/rosters?**", (route) => route.fulfill({ json }));
  await page.goto(`/rosters/${await organizationId(page, "Fjordskolen")}`);
}

export const rosterScreens: readonly Screen[] = [
  {
    name: "school's list that is being applied",
    open: async (page) => {
      await openRun(page, { isRunning: true, done: 61, all: 110, at });
      await expect(page.getByText(/^Changes done: 61 of 110/)).toBeVisible();
    },
  },
  {
    name: "school's list whose questions are answered for all",
    open: async (page) => {
      await openRun(page);
      await page.getByRole("combobox", { name: "Names of classes that are taken: 30" }).selectOption("other");
      await page.getByRole("combobox", { name: "Children whose names look known: 30" }).selectOption("same");
      await expect(page.getByText("Students who go along to the new class: 24")).toBeVisible();
    },
  },
  {
    name: "school's list that ended half-way",
    open: async (page) => {
      await openRun(page, { isRunning: false, done: 61, all: 110, at });
      await expect(page.getByText(/ended half-way, so nothing was applied/)).toBeVisible();
    },
  },
  {
    name: "school's lists while Feide is away",
    open: async (page) => {
      await openConnection(page, { failingSince: at });
      await expect(page.getByText(/^Feide’s groups have not been readable since/)).toBeVisible();
    },
  },
  {
    name: "school's lists with teachers who could not be read",
    open: async (page) => {
      const names = ["Kari Nordmann", "Maximilian-Alexander von Hohenstein"];
      await openConnection(page, { unreadTeachers: names.map((name) => ({ name, since: at })) });
      await expect(page.getByText(/could not be read at their last login/)).toBeVisible();
    },
  },
];
