import { describe, expect, it } from "vitest";
import { readRights, withRight, writeRights } from "./written-rights.ts";

describe("rights in a form", () => {
  it("are read as they were written, and invalid values are left out", () => {
    const rights = [
      { playerGroupId: "a", rightsType: "READ" as const },
      { playerGroupId: "b", rightsType: "SPECIAL" as const },
    ];
    expect(readRights(writeRights(rights))).toEqual(rights);
    expect(readRights(["a:EVERYTHING", "a", ""])).toEqual([]);
  });

  it("have one level per player group: a new level replaces it, and undefined removes it", () => {
    const one = withRight(["b:READ"], "a", "PLAY");
    expect(one).toEqual(["a:PLAY", "b:READ"]);
    expect(withRight(one, "a", "OWNER")).toEqual(["a:OWNER", "b:READ"]);
    expect(withRight(one, "a", undefined)).toEqual(["b:READ"]);
  });
});
