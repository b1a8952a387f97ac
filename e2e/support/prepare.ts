import { buildPortal } from "@storyport/tools/build";
import { findOrInstallPython } from "@storyport/tools/find-python";
import { projectFolder } from "@storyport/tools/project-folder";
import { startOwnDatabase } from "@storyport/tools/test-database";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { compileCache } from "./portal.ts";
import { createDatabase } from "./databases.ts";
import { databaseTemplateOf, folderTemplateOf, portOf, workers } from "./ports.ts";

/**
 * Runs before the first journey. It builds what is out of date, finds a Python, and starts a PostgreSQL. It makes a demo world for each
 * worker, because a demo world has the addresses of its ports.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  await buildPortal();
  await findOrInstallPython();
  const folder = await mkdtemp(path.join(tmpdir(), "storyport-templates-"));
  const databases = await startOwnDatabase();
  // Inherited by the workers.
  process.env.JOURNEYS_FOLDERS = folder;
  process.env.JOURNEYS_DATABASES = databases.url;
  const clear = async () => {
    await databases.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(Array.from({ length: workers }, (_, worker) => makeDemoWorld(worker)));
  } catch (error) {
    await clear();
    throw error;
  }
  return clear;
}

async function makeDemoWorld(worker: number): Promise<void> {
  const port = portOf(worker);
  const store = { DATABASE_URL: await createDatabase(databaseTemplateOf(worker)), DEMO: "true", DATA_DIR: folderTemplateOf(worker) };
  const env = { ...process.env, PORT: String(port), STAND_INS_PORT: String(port + 1), ...store, ...compileCache };
  const child = spawn(process.execPath, ["tools/portal-for-tests.ts"], { cwd: projectFolder, env, stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(child, "exit");
  const isReady = async () => (await fetch(`http://localhost:${port}/readyz`).catch(() => undefined))?.ok;
  const early = ended.then(([code]) =>
    Promise.reject(new Error(`The portal that makes the demo world ended too early, with ${String(code)}.`)),
  );
  await Promise.race([early, expect.poll(isReady, { timeout: 240_000, intervals: [100] }).toBe(true)]);
  child.kill("SIGTERM");
  await early.catch(() => undefined);
}
