import { expect, test } from "vitest";
import { cursorOf, filterOf, leadsToNewest, newerThan, olderThan, readHistorySearch } from "./history-search.ts";
import type { HistorySearch } from "./history-search.ts";

test("an invalid filter is left out", () => {
  const search = {
    event: "login_failed",
    from: "yesterday",
    to: "2026-01-31",
    organization: "1 or 1=1",
    about: "",
    before: "0",
    other: "x",
  };
  expect(readHistorySearch(search)).toEqual({ event: "login_failed", to: "2026-01-31" });
});

test("older pages lead back to newer ones, step by step, with the filters", () => {
  const first = { event: "logged_out" };
  const third = olderThan(olderThan(first, "900"), "850");
  expect(third).toEqual({ event: "logged_out", before: "900.850" });
  expect(readHistorySearch({ ...third })).toEqual(third);
  expect(cursorOf(third)).toBe("850");
  expect(newerThan(third)).toEqual({ event: "logged_out", before: "900" });
  expect(newerThan(newerThan(third))).toEqual(first);
});

test("every older page has its own address, however many there are; the way back says when it leads to the newest", () => {
  const cursors = Array.from({ length: 400 }, (_, index) => String(1_000_000 - index));
  let search: HistorySearch = { event: "logged_out" };
  for (const cursor of cursors) {
    search = olderThan(search, cursor);
    expect(readHistorySearch({ ...search })).toEqual(search);
    expect(cursorOf(search)).toBe(cursor);
    expect(search.before?.length).toBeLessThanOrEqual("0.".length + 50 * "1000000.".length);
  }
  for (const cursor of cursors.toReversed().slice(1, 50)) {
    expect(leadsToNewest(search)).toBe(false);
    search = newerThan(search);
    expect(cursorOf(search)).toBe(cursor);
    expect(readHistorySearch({ ...search })).toEqual(search);
  }
  expect(leadsToNewest(search)).toBe(true);
  expect(newerThan(search)).toEqual({ event: "logged_out" });
  expect(leadsToNewest(newerThan(search))).toBe(false);
});

test("the endpoint gets the organization under its own name, and only the last cursor", () => {
  expect(filterOf({ organization: "id", about: "x", before: "9.8" })).toEqual({ organizationId: "id", about: "x" });
});
