import { expect, test } from "vitest";
import { cursorOf, filterOf, newerThan, olderThan, readHistorySearch } from "./history-search.ts";

test("what is no filter is left out", () => {
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

test("the endpoint is asked for an organization by its own name, and for no cursor but the last", () => {
  expect(filterOf({ organization: "id", about: "x", before: "9.8" })).toEqual({ organizationId: "id", about: "x" });
});
