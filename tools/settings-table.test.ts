/** docs/operating.md lists exactly the settings of the portal. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

import { projectFolder } from "./project-folder.ts";
import { readSettingNames } from "./setting-names.ts";

const read = (file: string): Promise<string> => readFile(path.join(projectFolder, file), "utf8");

/** `GOOGLE_...` in a row stands for the same three names as the row has for Feide. */
function variablesOfTheTable(page: string): string[] {
  const [, settings = ""] = page.split(/^## Settings$/m);
  const table = settings.split(/^## /m)[0] ?? "";
  return table
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => {
      const names = [...(line.split(" | ")[0] ?? "").matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => name);
      const alike = [...line.matchAll(/`([A-Z]+)_\.\.\.`/g)].flatMap(([, prefix = ""]) =>
        names.map((name) => name.replace(/^[A-Z]+/, prefix)),
      );
      return [...names, ...alike];
    });
}

test("the table of settings has every variable of the schema once, and no other", async () => {
  const variables = await readSettingNames();
  expect(variables.length).toBeGreaterThan(20);
  expect(variablesOfTheTable(await read("docs/operating.md")).toSorted()).toEqual(variables.toSorted());
});
