import { expect, test } from "vitest";
import { genderName } from "./player-table.tsx";

test.each([
  [1, "Girl"],
  [0, "Boy"],
  [2, "Boy"],
  [null, "Boy"],
])("1 is a girl, everything else a boy (specification, section 2): %s", (gender, name) => expect(genderName(gender)).toBe(name));
