import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { letterName } from "./letter-name.ts";

test("every letter that the portal writes has a name in the list of letters", () => {
  const { letters } = JSON.parse(readFileSync(new URL("../../../../texts/en.json", import.meta.url), "utf8"));
  const written = Object.keys(letters).filter((name) => typeof letters[name].subject === "string");
  expect(written.length).toBeGreaterThan(10);
  expect(written.filter((name) => letterName(name) === name)).toEqual([]);
  expect(["unheard of", "constructor"].map(letterName)).toEqual(["unheard of", "constructor"]);
});
