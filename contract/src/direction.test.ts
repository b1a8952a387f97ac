import { expect, test } from "vitest";
import { directionOf } from "#/direction.ts";
import { locales } from "#/vocabulary.ts";

test.each(locales)("%s is written from left to right", (language) => {
  expect(directionOf(language)).toBe("ltr");
});

test.each(["ar", "ar-MA", "ar-XB", "ckb", "fa", "he", "ps", "ur", "yi"])("%s is written from right to left", (language) => {
  expect(directionOf(language)).toBe("rtl");
});

test("the script decides where a tag names it", () => {
  expect(directionOf("az-Arab")).toBe("rtl");
  expect(directionOf("ur-Latn")).toBe("ltr");
});
