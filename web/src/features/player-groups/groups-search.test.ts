import { expect, test } from "vitest";
import { readGroupsSearch } from "./groups-search.ts";

test("the address names the page, what is searched for and whether archived groups are listed", () => {
  expect(readGroupsSearch({ page: "3", filter: "2A", archived: "shown" })).toEqual({ page: 3, filter: "2A", archived: "shown" });
});

test("what goes without saying, and what means nothing, is left out of it", () => {
  expect(readGroupsSearch({ page: "0", filter: "", archived: "yes", tab: "x" })).toEqual({});
});
