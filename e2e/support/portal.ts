/** The portal and the stand-ins of one worker. Each file of journeys begins with an unchanged demo world. */
import { cacheFolder, projectFolder } from "@storyport/tools/project-folder";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect } from "@playwright/test";
import { createDatabase, dropDatabase } from "./databases.ts";
import { databaseTemplate, folderTemplate, port } from "./ports.ts";
import { dashboardUrl, gameUrl, identityProviderUrl, mailboxUrl, portalUrl } from "./world.ts";

/** Settings that differ from the demo's (docs/operating.md). */
export type Settings = Readonly<Record<string, string>>;

/** Compiled once for all portals of all runs, which halves the time of a start. */
export const compileCache = { NODE_COMPILE_CACHE: path.join(cacheFolder, "compiled") };

let openings = 0;

/** The store of a portal. `npm start` has the embedded one, so the @phone tests run on it. */
export type StoreKind = "embedded" | "postgres";

/** Numbers the portals of this worker, because a new portal knows no session of an earlier one. */
export const portalNumber = (): number => openings;

export class PortalOfFile {
  #running: { readonly owner: string; readonly process: ChildProcess; readonly database: string | undefined } | undefined;

  /** Stays as it is from one test of a file to the next. */
  async openFor(file: string, { settings, store }: { settings: Settings; store: StoreKind }): Promise<void> {
    const owner = `${file} ${JSON.stringify(settings)}`;
    if (this.#running?.owner === owner) return;
    await this.close();
    // A file may bring a database of its own. A worker restarts after a failure, so the name has its process.
    const database =
      store === "postgres" && settings["DATABASE_URL"] === undefined ? `${databaseTemplate}_${process.pid}_${openings}` : undefined;
    const env = {
      ...process.env,
      PORT: String(port),
      STAND_INS_PORT: String(port + 1),
      ...(database === undefined ? {} : await copyOfDemoWorld(database)),
      ...compileCache,
      ...settings,
    };
    const child = spawn(process.execPath, ["tools/portal-for-tests.ts"], {
      cwd: projectFolder,
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
    this.#running = { owner, process: child, database };
    openings += 1;
    for (const address of [`${portalUrl}/readyz`, identityProviderUrl, gameUrl, dashboardUrl, `${mailboxUrl}/messages`]) {
      await expect.poll(() => answers(address), { timeout: 240_000, intervals: [50] }).toBe(true);
    }
  }

  async close(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (running === undefined || running.process.exitCode !== null) return;
    const ended = once(running.process, "exit");
    running.process.kill("SIGTERM");
    await ended;
    if (running.database !== undefined) await dropDatabase(running.database);
  }
}

/** Returns the settings of a portal on a copy of the demo world. */
async function copyOfDemoWorld(database: string): Promise<Settings> {
  return { DATABASE_URL: await createDatabase(database, databaseTemplate), DEMO: "true", STORE_TEMPLATE: folderTemplate };
}

async function answers(address: string): Promise<boolean> {
  return await fetch(address).then(
    ({ status }) => status < 500,
    () => false,
  );
}
