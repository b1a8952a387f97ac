import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { letterName } from "./letter-name.ts";

test("every letter that the portal writes has a name in the list of letters, and an unknown letter is shown as it is", () => {
  const { letters } = JSON.parse(readFileSync(new URL("../../../../texts/en.json", import.meta.url), "utf8"));
  const written = Object.keys(letters).filter((name) => typeof letters[name].subject === "string");
  expect(written.length).toBeGreaterThan(10);
  expect(written.filter((name) => letterName(name) === name)).toEqual([]);
  expect(namesInServer().filter((name) => letterName(name) === name)).toEqual([]);
  expect(["unheard of", "constructor"].map(letterName)).toEqual(["unheard of", "constructor"]);
});

/** Reads the names that the server gives its letters, from the calls that post them. */
function namesInServer(): string[] {
  const features = new URL("../../../../server/src/features/", import.meta.url);
  const files = readdirSync(features, { recursive: true, encoding: "utf8" }).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const names = files.flatMap((file) => {
    const calls = readFileSync(new URL(file, features), "utf8")
      .split(/(?:postLetter|writeToOwner)\(/)
      .slice(1);
    return calls.flatMap((call) => /^[^;]*?\bname: "([^"]+)"/.exec(call)?.[1] ?? []);
  });
  // One of each function that posts letters, so that the patterns above still fit the code.
  expect(names).toEqual(expect.arrayContaining(["organizationAsks", "gameRight"]));
  expect(names.length).toBeGreaterThan(20);
  return names;
}
