import { expect, test } from "vitest";
import { nextClassName } from "./next-class-name.ts";

test.each([
  ["2A", "3A"],
  ["1. klasse", "2. klasse"],
  ["9b", "10b"],
  ["Groep 4", "Groep 5"],
  ["3º ano B", "4º ano B"],
  ["CP", "CE1"],
  ["CE2 Dupont", "CM1 Dupont"],
  ["CM2", "6e"],
  ["6e B", "5e B"],
  ["5ème C", "4ème C"],
  ["2A (2026)", "3A (2026)"],
  ["2026 2A", "2026 3A"],
  ["Puffins", "Puffins"],
])("after %s comes %s", (name, next) => {
  expect(nextClassName(name)).toBe(next);
});
