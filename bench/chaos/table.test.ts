/** The arithmetic of `npm run chaos`. The faults themselves run by hand. */
import { expect, test } from "vitest";
import type { Seen } from "./load.ts";
import { figuresOf, tableOf } from "./table.ts";
import type { Strike } from "./table.ts";

const seen: Seen[] = [
  { at: 500, seconds: 0.1, fault: "before any fault" },
  { at: 1000, seconds: 0.1, fault: "503" },
  { at: 2500, seconds: 0.1, fault: "503" },
  { at: 3000, seconds: 2.5, fault: undefined },
  { at: 6000, seconds: 0.1, fault: undefined },
  { at: 9500, seconds: 3, fault: "no answer" },
];
const strikes: Strike[] = [
  { kind: "a kill", from: 1000, until: 5000, isHealed: true },
  { kind: "a freeze", from: 5000, until: 7000, isHealed: true },
  { kind: "a kill", from: 9000, until: 10_000, isHealed: false },
];

test("each kind counts the requests within its own strikes, and the seconds to the last failure of each", () => {
  expect(figuresOf(strikes, seen)).toEqual([
    { kind: "a kill", count: 2, requests: 4, failed: 3, slow: 1, recoveries: [1.5, 0.5], unhealed: 1 },
    { kind: "a freeze", count: 1, requests: 1, failed: 0, slow: 0, recoveries: [0], unhealed: 0 },
  ]);
});

test("the table has the median and the worst recovery", () => {
  expect(tableOf(figuresOf(strikes, seen)).split("\n").slice(2)).toEqual([
    "| a kill | 2 | 3 / 4 | 1 | 1.0 | 1.5 | 1 |",
    "| a freeze | 1 | 0 / 1 | 0 | 0.0 | 0.0 | 0 |",
  ]);
});
