import { expect, test } from "vitest";
import { limits } from "#/limits.ts";
import { searchQuery } from "#/pages.ts";

const longest = "a".repeat(limits.search.maxQuery);

test("a search text is in the normal form of stored names, however it was typed", () => {
  expect(searchQuery.parse("Zoë André".normalize("NFD"))).toBe("Zoë André".normalize("NFC"));
});

test("a search text is trimmed before its length is checked", () => {
  expect(searchQuery.parse(`   ${longest}   `)).toBe(longest);
  expect(searchQuery.safeParse(`${longest}a`).success).toBe(false);
});
