/** Lessons of a morning are looked up by their classes, however many run on the platform. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#/platform/database/connect.ts";
import { fillMorning } from "#test/morning.ts";
import type { Morning } from "#test/morning.ts";
import { stepsTaken } from "#test/plans-of.ts";
import { createTestStore } from "#test/test-store.ts";
import type { TestStore } from "#test/test-store.ts";
import { countHelpNeeded } from "./board-queries.ts";
import { findRunningLessons, joinRunningLesson } from "./queries.ts";

let store: TestStore;
let morning: Morning;
beforeAll(async () => {
  store = await createTestStore();
  morning = await fillMorning(store);
}, 60_000);
afterAll(() => store.close());

const levels = ["PLAY", "MODIFY", "OWNER"] as const;
const login = () => ({
  account_id: morning.accountId,
  organization_id: morning.organizationId,
  player_group_id: morning.playerGroupId,
});

test.each([
  ["a login by badge", (database: Database) => database.transaction().execute((held) => joinRunningLesson(held, login()))],
  ["a teacher's list", (database: Database) => findRunningLessons(database, { accountId: morning.teacherId, within: undefined, levels })],
  ["the count of those who need help", (database: Database) => countHelpNeeded(database, morning.classIds)],
] as const)("%s reads the lessons of its own classes alone", async (_, ask) => {
  const all = await stepsTaken(store.database, ask);
  const steps = all.filter((step) => String(step["Index Name"] ?? step["Relation Name"]).startsWith("lessons"));
  expect(steps.length).toBeGreaterThan(0);
  const rowsOf = (step: (typeof steps)[number]) =>
    Number(step["Actual Loops"]) * (Number(step["Actual Rows"]) + Number(step["Rows Removed by Filter"] ?? 0));
  expect(Math.max(...steps.map(rowsOf))).toBeLessThanOrEqual(morning.classIds.length);
});

test("a login and a teacher find the lessons of their classes", async () => {
  const joined = await store.database.transaction().execute((transaction) => joinRunningLesson(transaction, login()));
  const led = await findRunningLessons(store.database, { accountId: morning.teacherId, within: undefined, levels });
  expect(led).toHaveLength(morning.classIds.length);
  expect(led.find(({ id }) => id === joined)?.player_group_id).toBe(morning.playerGroupId);
});
