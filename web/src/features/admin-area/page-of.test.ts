import { describe, expect, it } from "vitest";
import { isFound, pageOf } from "./page-of.ts";

describe("a page of a whole list", () => {
  const list = Array.from({ length: 120 }, (_, index) => index);

  it("holds fifty, the last one the rest", () => {
    expect(pageOf(list, 1)).toMatchObject({ offset: 0, count: 50, total: 120, pages: 3 });
    expect(pageOf(list, 3)).toMatchObject({ offset: 100, count: 20, total: 120, pages: 3 });
  });

  it("is the last one beyond the end, and an empty one of nothing", () => {
    expect(pageOf(list, 9).results[0]).toBe(100);
    expect(pageOf([], 9)).toEqual({ results: [], offset: 0, count: 0, total: 0, pages: 1 });
  });
});

describe("what is searched for", () => {
  it("is found in whichever case, and however its accents are written", () => {
    expect(isFound("å", ["Bla\u030Aba\u030Ar".toUpperCase()])).toBe(true);
    expect(isFound("%", ["100 percent"])).toBe(false);
    expect(isFound("", ["anything"])).toBe(true);
  });
});
