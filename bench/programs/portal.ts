/** The portal as deployed: its own process on a PostgreSQL, called over HTTP. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePorts } from "@storyport/tools/ports";
import { projectFolder } from "@storyport/tools/project-folder";
import type { CleanUp } from "#/figures/clean-up.ts";
import { startProgram } from "./program.ts";
import type { Program, ProgramStart } from "./program.ts";

/** The options of Node in production (docs/operating.md). */
const asDeployed = ["--max-semi-space-size=4"];

export interface Portal extends Program {
  port: number;
}

/** Starts the portal with the deployed options of Node, and more if named. Resolves when the database is migrated and contains the demo school. */
export async function startPortal(cleanUp: CleanUp, databaseUrl: string, nodeOptions: readonly string[] = []): Promise<Portal> {
  const folder = await temporaryFolder(cleanUp);
  // The portal's own, and five for the stand-ins, which the demo's settings name.
  const port = await findFreePorts(6);
  const program = await startProgram(cleanUp, {
    ...portalStart({ port, folder, databaseUrl }),
    nodeOptions: [...asDeployed, ...nodeOptions],
  });
  return { ...program, port };
}

interface PortalPlace {
  port: number;
  folder: string;
  /** If omitted, uses the embedded database in the folder. */
  databaseUrl?: string;
}

/** What `startProgram` or `spawnNode` needs to start a portal. */
export function portalStart(place: PortalPlace): ProgramStart & { env: Record<string, string> } {
  // In the temporary folder, because run.mjs reads the settings of a file `.env` where it is started.
  return { script: path.join(projectFolder, "server/run.mjs"), words: ["portal"], cwd: place.folder, env: portalEnvironment(place) };
}

function portalEnvironment({ port, folder, databaseUrl = "" }: PortalPlace): Record<string, string> {
  return {
    PORT: String(port),
    STAND_INS_PORT: String(port + 1),
    DATABASE_URL: databaseUrl,
    // An exported one would migrate another database.
    DATABASE_OWNER_URL: "",
    DATA_DIR: folder,
    LOG_LEVEL: "warn",
    // Production refuses the demo.
    NODE_ENV: "",
    // A separate database gets the demo's people only with this setting.
    DEMO: "true",
  };
}

export async function temporaryFolder(cleanUp: CleanUp): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "storyport-bench-"));
  cleanUp.later(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
