import { expect, test } from "vitest";
import { classKey, nameSkeleton } from "./name-skeleton.ts";

test.each([
  ["Nora", "NORA"],
  ["Anne-Marie", "anne marie"],
  ["Zoë", "Zoe"],
  ["Åse", "Ase"],
  ["Bjørn", "Bjorn"],
  ["O’Neill", "O'Neill"],
  ["Ｎora", "Nora"],
  ["Nоra", "Nora"],
  ["Νora", "Nora"],
  ["İpek", "Ipek"],
])("%s looks like %s", (one, other) => {
  expect(nameSkeleton(one)).toBe(nameSkeleton(other));
});

test.each([
  ["Nora", "Nova"],
  ["Bo", "Bob"],
  ["محمد", "أحمد"],
  ["Li", "Lin"],
])("%s does not look like %s", (one, other) => {
  expect(nameSkeleton(one)).not.toBe(nameSkeleton(other));
});

test("a class keeps its key in other cases and spaces", () => {
  expect(["2A", "2a", " 2 A", "２Ａ"].map(classKey)).toEqual(["2a", "2a", "2a", "2a"]);
});
