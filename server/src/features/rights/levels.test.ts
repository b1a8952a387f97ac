import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rightsLevels } from "@storyport/contract/vocabulary";
import { higher, highest, reaches } from "./levels.ts";

const level = fc.constantFrom(...rightsLevels);

describe("rights levels", () => {
  test("each reaches itself and lower levels, and no higher one: NONE, READ, PLAY, MODIFY, OWNER, SPECIAL", () => {
    const reached = rightsLevels.map((held) => rightsLevels.filter((needed) => reaches(held, needed)));
    expect(reached).toEqual(rightsLevels.map((_, index) => rightsLevels.slice(0, index + 1)));
  });

  test("an omitted level is NONE", () => {
    expect([reaches(undefined, "READ"), reaches("NONE", undefined), reaches(undefined, undefined)]).toEqual([false, true, true]);
  });

  test("the higher of two is one of them, in either order, and reaches both", () => {
    fc.assert(
      fc.property(level, level, (one, other) => {
        const found = higher(one, other);
        expect(found).toBe(higher(other, one));
        expect([one, other]).toContain(found);
        expect([reaches(found, one), reaches(found, other)]).toEqual([true, true]);
      }),
    );
  });

  test("the highest of several reaches each of them; of none it is NONE", () => {
    fc.assert(fc.property(fc.array(level), (levels) => levels.every((one) => reaches(highest(levels), one))));
    expect(highest([])).toBe("NONE");
  });
});
