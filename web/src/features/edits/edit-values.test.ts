import { expect, test } from "vitest";
import { merged, isSame } from "./edit-values.ts";

const before = { version: "4", name: "Kari", locale: "nb", roles: ["teacher", "member"], isPublic: false };

test("another user's changes are taken over, except in touched fields", () => {
  const mine = { ...before, name: "Kari N", isPublic: true };
  const now = { version: "5", name: "Kari Olsen", locale: "fr", roles: [], isPublic: false };
  expect(merged(mine, before, now)).toEqual({ version: "5", name: "Kari N", locale: "fr", roles: [], isPublic: true });
});

test("the order of choices and surrounding spaces do not count as changes", () => {
  expect(isSame(["member", "teacher"], before.roles)).toBe(true);
  expect(isSame(" Kari ", before.name)).toBe(true);
  expect(isSame(["teacher"], before.roles)).toBe(false);
  expect(isSame("Kari N", before.name)).toBe(false);
});
