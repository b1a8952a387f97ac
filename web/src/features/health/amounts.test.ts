import { setLocale } from "@storyport/texts/runtime";
import { beforeEach, expect, test } from "vitest";
import { formatBytes, formatCount } from "./amounts.ts";

beforeEach(() => void setLocale("en", { reload: false }));

test.each([
  [0, "0 byte"],
  [999, "999 byte"],
  [1000, "1 kB"],
  [1_550_000, "1.6 MB"],
  [82_000_000_000, "82 GB"],
  [5e15, "5,000 TB"],
])("%i bytes are %s", (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});

test("a count has the separators of the language", () => {
  expect(formatCount(1_234_567)).toBe("1,234,567");
});
