/** The classes of a caller are ranked without a look at other lessons, however many run on the platform. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillMorning } from "#test/morning.ts";
import type { Morning } from "#test/morning.ts";
import { stepsTaken } from "#test/plans-of.ts";
import { createTestStore } from "#test/test-store.ts";
import type { TestStore } from "#test/test-store.ts";
import { rankClasses } from "./queries.ts";

let store: TestStore;
let morning: Morning;
beforeAll(async () => {
  store = await createTestStore();
  morning = await fillMorning(store);
}, 60_000);
afterAll(() => store.close());

test("the ranking looks up the lesson of each class", async () => {
  const { classIds: groupIds } = morning;
  const steps = await stepsTaken(store.database, (explaining) => rankClasses(explaining, { groupIds, most: 12 }));
  const ofLessons = steps.filter((step) => String(step["Index Name"] ?? step["Relation Name"]).startsWith("lessons"));
  expect(ofLessons.map((step) => [step["Index Name"], step["Actual Loops"]])).toEqual([["lessons__running_idx", groupIds.length]]);
});
