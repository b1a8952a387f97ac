import { expect, test } from "vitest";
import { givableLevels } from "./holds-on-group.ts";

const teacher = { permissions: ["login"] };
const administrator = { permissions: ["login", "admin"] };

test("a user may give levels up to the own one", () => {
  expect(givableLevels({ rightsType: "NONE" }, teacher)).toEqual([]);
  expect(givableLevels({ rightsType: "PLAY" }, teacher)).toEqual(["READ", "PLAY"]);
  expect(givableLevels({ rightsType: "OWNER" }, teacher)).toEqual(["READ", "PLAY", "MODIFY", "OWNER"]);
  expect(givableLevels({ rightsType: "SPECIAL" }, teacher)).toEqual(["READ", "PLAY", "MODIFY", "OWNER", "SPECIAL"]);
});

test("an administrator who owns may give SPECIAL too", () => {
  expect(givableLevels({ rightsType: "OWNER" }, administrator)).toContain("SPECIAL");
  expect(givableLevels({ rightsType: "READ" }, administrator)).toEqual(["READ"]);
});
