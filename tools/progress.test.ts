import { expect, test } from "vitest";
import { elapsed } from "./progress.ts";

test.each([
  [0.44, "0.4 s"],
  [59.4, "59.4 s"],
  [59.98, "1 min 0 s"],
  [119.6, "2 min 0 s"],
  [125, "2 min 5 s"],
])("%d seconds are %s", (seconds, words) => {
  expect(elapsed(0, seconds * 1000)).toBe(words);
});
