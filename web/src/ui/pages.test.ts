import { describe, expect, test } from "vitest";
import { pages } from "./pages.ts";

describe("pages", () => {
  test.each([
    [1, 0, []],
    [1, 1, [1]],
    [3, 5, [1, 2, 3, 4, 5]],
    [1, 6, [1, 2, "gap", 6]],
    [2, 6, [1, 2, 3, "gap", 6]],
    [3, 6, [1, 2, 3, 4, "gap", 6]],
    [4, 6, [1, "gap", 3, 4, 5, 6]],
    [6, 6, [1, "gap", 5, 6]],
    [10, 20, [1, "gap", 9, 10, 11, "gap", 20]],
    [20, 20, [1, "gap", 19, 20]],
  ] as const)("on page %d of %d offers %j", (current, count, offered) => {
    expect(pages(current, count)).toEqual(offered);
  });

  test("a page out of range counts as the nearest", () => {
    expect(pages(99, 8)).toEqual(pages(8, 8));
    expect(pages(-1, 8)).toEqual(pages(1, 8));
  });
});
