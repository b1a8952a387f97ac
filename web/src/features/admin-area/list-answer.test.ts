import { expect, test } from "vitest";
import { foundIn, listQuery } from "./list-answer.ts";

test("the first page begins at 0, each other page after the pages before it", () => {
  expect(listQuery({ page: 1, filter: "" })).toEqual({ offset: "0", query: "" });
  expect(listQuery({ page: 3, filter: "ås" })).toEqual({ offset: "100", query: "ås" });
});

test("results fill whole pages, and no results make no page", () => {
  const answer = (entityCount: number) => ({ results: ["one"], page: { entityOffset: 50, entityCount } });
  expect(foundIn(answer(51))).toEqual({ offset: 50, count: 1, total: 51, pages: 2 });
  expect(foundIn(answer(100)).pages).toBe(2);
  expect(foundIn(answer(0)).pages).toBe(0);
});
