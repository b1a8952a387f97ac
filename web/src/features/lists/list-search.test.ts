import { expect, test } from "vitest";
import { readListSearch } from "./list-search.ts";

const read = (page: unknown, filter?: unknown) => readListSearch({ page, filter } as Parameters<typeof readListSearch>[0]);

test("an invalid page is the first page", () => {
  for (const odd of [undefined, "", "0", "-1", "10;", "1e9", "2.5", 0, -1, 2.5, Number.NaN, {}, ["2"]]) expect(read(odd).page).toBe(1);
});

test("a page beyond the limit is the last allowed page", () => {
  expect(read("12").page).toBe(12);
  expect(read("99999999999999999999").page).toBe(1000);
});

test("the search text is cut to the allowed length", () => {
  expect(read("1", "x".repeat(10_000)).filter).toHaveLength(200);
  expect(read("1", ["a"]).filter).toBe("");
});
