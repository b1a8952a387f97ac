/** What `npm run complete-lock` adds to the lock file. */
import { expect, test } from "vitest";

import { missingPackages } from "./missing-packages.ts";

const sibling = {
  "node_modules/tool-linux-x64-gnu": { version: "1.2.3", integrity: "sha512-of-it", license: "MIT", engines: { node: ">=20" } },
};
const missingFor = (version: string, name = "tool-darwin-arm64") =>
  missingPackages({ ...sibling, "node_modules/tool": { dev: true, optionalDependencies: { [name]: version } } });

test("a program of another platform gets the entry of its sibling, without a digest", () => {
  expect([...missingFor("1.2.3")]).toEqual([
    [
      "node_modules/tool-darwin-arm64",
      { version: "1.2.3", cpu: ["arm64"], dev: true, license: "MIT", optional: true, os: ["darwin"], engines: { node: ">=20" } },
    ],
  ]);
});

test("a program that two packages miss is added, and counted, once", () => {
  const parent = { optionalDependencies: { "tool-darwin-arm64": "1.2.3" } };
  expect(missingPackages({ ...sibling, "node_modules/tool": parent, "node_modules/other": parent }).size).toBe(1);
});

test("a package that is in the lock is not missing", () => {
  expect(missingFor("1.2.3", "tool-linux-x64-gnu").size).toBe(0);
});

test.each(["^1.2.3", "1.2.3 || 2.0.0", ">=1", "1.x", "*"])("the version %s is refused with a sentence about the version", (version) => {
  expect(() => missingFor(version)).toThrow(
    `tool-darwin-arm64 ${version} is missing in package-lock.json, and its parent accepts more than one version. Write its entry by hand.`,
  );
});

test("a name without a platform is refused with a sentence about the platform", () => {
  expect(() => missingFor("1.2.3", "tool-native")).toThrow("its name does not tell its platform");
});
