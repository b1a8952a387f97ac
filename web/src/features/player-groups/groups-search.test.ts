import { expect, test } from "vitest";
import { readGroupsSearch } from "./groups-search.ts";

test("the address has the page, the search text and whether archived groups are listed", () => {
  expect(readGroupsSearch({ page: "3", filter: "2A", archived: "shown" })).toEqual({ page: 3, filter: "2A", archived: "shown" });
});

test("defaults and invalid values are left out of the address", () => {
  expect(readGroupsSearch({ page: "0", filter: "", archived: "yes", tab: "x" })).toEqual({});
});
