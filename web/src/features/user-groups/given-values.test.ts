import { describe, expect, it } from "vitest";
import { levelsUpTo, readRights, withRight, writeRights } from "./given-values.ts";

describe("rights in a form", () => {
  it("are read as they were written, and what is none is left out", () => {
    const rights = [
      { playerGroupId: "a", rightsType: "READ" as const },
      { playerGroupId: "b", rightsType: "SPECIAL" as const },
    ];
    expect(readRights(writeRights(rights))).toEqual(rights);
    expect(readRights(["a:EVERYTHING", "a", ""])).toEqual([]);
  });

  it("are one to a player group: a new level takes the place of the old one, and none of it takes it away", () => {
    const one = withRight(["b:READ"], "a", "PLAY");
    expect(one).toEqual(["a:PLAY", "b:READ"]);
    expect(withRight(one, "a", "OWNER")).toEqual(["a:OWNER", "b:READ"]);
    expect(withRight(one, "a", undefined)).toEqual(["b:READ"]);
  });
});

it("offers no level above the one that is held, and to an owner all of them", () => {
  expect(levelsUpTo("NONE")).toEqual([]);
  expect(levelsUpTo("PLAY")).toEqual(["READ", "PLAY"]);
  expect(levelsUpTo("OWNER")).toEqual(["READ", "PLAY", "MODIFY", "OWNER", "SPECIAL"]);
});
