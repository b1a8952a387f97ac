import { expect, test } from "vitest";

import { placeholders } from "./texts.ts";

test("placeholders are found once each, in alphabetical order", () => {
  expect(placeholders("{name} has {count} of {count} games")).toEqual(["count", "name"]);
  expect(placeholders("nothing to fill in")).toEqual([]);
});
