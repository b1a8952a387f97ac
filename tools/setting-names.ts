import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { projectFolder } from "./project-folder.ts";

/**
 * Returns the names of all settings. The schema has most of them, one per line before a colon. Others are derived from the database's
 * settings, the providers' records and the secrets.
 */
export async function readSettingNames(): Promise<string[]> {
  const source = await readFile(path.join(projectFolder, "server/src/platform/settings.ts"), "utf8");
  const file = pathToFileURL(path.join(projectFolder, "server/src/platform/provider-settings.ts")).href;
  const { providerEnvironment } = (await import(file)) as { providerEnvironment: Record<string, unknown> };
  const databaseFile = pathToFileURL(path.join(projectFolder, "server/src/platform/database-settings.ts")).href;
  const { databaseEnvironment } = (await import(databaseFile)) as { databaseEnvironment: Record<string, unknown> };
  const secretFile = pathToFileURL(path.join(projectFolder, "server/src/platform/secret-files.ts")).href;
  const { secretSettings } = (await import(secretFile)) as { secretSettings: readonly string[] };
  const names = [...source.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = ""]) => name);
  const derived = [databaseEnvironment, providerEnvironment].flatMap((record) => Object.keys(record));
  return [...names, ...derived, ...secretSettings.map((name) => `${name}_FILE`)];
}
