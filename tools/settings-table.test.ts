/** docs/operating.md lists exactly the settings of the portal. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

import { projectFolder } from "./project-folder.ts";

const read = (file: string): Promise<string> => readFile(path.join(projectFolder, file), "utf8");

/** Returns the names in the schema, written one per line before a colon, and those derived from the providers' records and the secrets. */
async function variablesOfTheSchema(): Promise<string[]> {
  const source = await read("server/src/platform/settings.ts");
  const file = pathToFileURL(path.join(projectFolder, "server/src/platform/provider-settings.ts")).href;
  const { providerEnvironment } = (await import(file)) as { providerEnvironment: Record<string, unknown> };
  const databaseFile = pathToFileURL(path.join(projectFolder, "server/src/platform/database-settings.ts")).href;
  const { databaseEnvironment } = (await import(databaseFile)) as { databaseEnvironment: Record<string, unknown> };
  const secretFile = pathToFileURL(path.join(projectFolder, "server/src/platform/secret-files.ts")).href;
  const { secretSettings } = (await import(secretFile)) as { secretSettings: readonly string[] };
  const names = [...source.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = ""]) => name);
  names.push(...Object.keys(databaseEnvironment));
  return [...names, ...Object.keys(providerEnvironment), ...secretSettings.map((name) => `${name}_FILE`)];
}

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
  const variables = await variablesOfTheSchema();
  expect(variables.length).toBeGreaterThan(20);
  expect(variablesOfTheTable(await read("docs/operating.md")).toSorted()).toEqual(variables.toSorted());
});
