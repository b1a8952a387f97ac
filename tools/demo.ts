import { mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ChildProcess } from "node:child_process";

import { isPortFree } from "./ports.ts";
import { startProgram } from "./programs.ts";
import { projectFolder } from "./project-folder.ts";

// The port after the four of STAND_INS_PORT receives the mailbox's letters (SMTP).
const standInNames = ["identity provider", "game", "dashboard", "mailbox", "mail"] as const;

export interface Addresses {
  readonly port: number;
  readonly standInsPort: number;
  /** With the demo world the stand-ins start too (DESIGN A27). */
  readonly isDemo: boolean;
}

/** Reads the addresses of the portal and its stand-ins from the settings. Ends this process with a sentence for each mistake. */
export async function addressesFromEnvironment(): Promise<Addresses> {
  const { port, standIns, isDemo } = await settingsOfThePortal().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
  return { port, standInsPort: standIns.port, isDemo };
}

interface PortalSettings {
  readonly port: number;
  readonly standIns: { readonly port: number };
  readonly isDemo: boolean;
}

/** The workspaces do not import each other, so load the settings' module by its path. */
async function settingsOfThePortal(): Promise<PortalSettings> {
  const file = pathToFileURL(path.join(projectFolder, "server/src/platform/settings.ts")).href;
  const { readSettings } = (await import(file)) as { readSettings: () => PortalSettings };
  return readSettings();
}

/** Ends this process with a sentence for each port that another program holds. */
export async function demandFreePorts(addresses: Addresses, withStandIns: boolean): Promise<void> {
  const taken = await takenPorts(addresses, withStandIns);
  if (taken.length === 0) return;
  console.error(taken.join("\n"));
  process.exit(1);
}

async function takenPorts(addresses: Addresses, withStandIns: boolean): Promise<string[]> {
  const { port, standInsPort } = addresses;
  const sentences: string[] = [];
  if (!(await isPortFree(port))) {
    sentences.push(`Port ${port} is taken by another program. Stop it, or choose another: PORT=${port + 10} npm start`);
  }
  for (const [index, name] of (withStandIns ? standInNames : []).entries()) {
    if (await isPortFree(standInsPort + index)) continue;
    const other = `STAND_INS_PORT=${standInsPort + 10} npm start`;
    sentences.push(`Port ${standInsPort + index} (${name} stand-in) is taken by another program. Stop it, or move them all: ${other}`);
  }
  return sentences;
}

/** Starts the portal and, in the demo, the stand-ins. They start together, since neither needs the other. */
export function startDemo(addresses: Addresses, options: { withStandIns: boolean; watch?: boolean }): ChildProcess[] {
  const { port, standInsPort } = addresses;
  const env: Record<string, string> = {
    PORT: String(port),
    STAND_INS_PORT: String(standInsPort),
    // Set before the programs begin, so that Node need not strip even their first file of its types.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(projectFolder, ".cache", "compiled"),
  };
  const flags = options.watch === true ? ["--watch", "--watch-preserve-output"] : [];
  // As in production (docs/operating.md): a small young generation needs a third of the memory under load.
  const portal = startProgram([...flags, "--max-semi-space-size=4", "server/src/main.ts"], { env });
  if (!options.withStandIns) return [portal];
  const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${port}`;
  const dataFolder = path.resolve(projectFolder, process.env.DATA_DIR ?? ".storyport");
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const letters = { MAILBOX_FILE: process.env.MAILBOX_FILE ?? path.join(dataFolder, "mailbox.jsonl") };
  return [portal, startProgram([...flags, "stand-ins/start.ts"], { env: { ...env, ...letters, PUBLIC_URL: publicUrl } })];
}
