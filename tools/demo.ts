import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ChildProcess } from "node:child_process";

import { buildPortal } from "./build.ts";
import { faultOfPort } from "./ports.ts";
import { isStopping, startProgram } from "./programs.ts";
import { projectFolder } from "./project-folder.ts";

// The port after the four of STAND_INS_PORT receives the mailbox's letters (SMTP).
const standInNames = ["identity provider", "game", "dashboard", "mailbox", "mail"] as const;

export interface Addresses {
  readonly port: number;
  readonly host: string;
  readonly standInsPort: number;
  readonly publicUrl: string;
  readonly dataFolder: string;
  /** With the demo world the stand-ins start too (DESIGN A27). */
  readonly isDemo: boolean;
}

/** Reads the addresses of the portal and its stand-ins from the settings. Ends this process with a sentence for each mistake. */
export async function addressesFromEnvironment(): Promise<Addresses> {
  const { port, host, standIns, isDemo, publicUrl, dataFolder } = await settingsOfThePortal().catch(endWithSentence);
  return { port, host, standInsPort: standIns.port, isDemo, publicUrl, dataFolder: path.resolve(projectFolder, dataFolder) };
}

function endWithSentence(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

interface PortalSettings {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  readonly dataFolder: string;
  readonly standIns: { readonly port: number };
  readonly isDemo: boolean;
}

/** The workspaces do not import each other, so load the settings' module by its path. */
async function settingsOfThePortal(): Promise<PortalSettings> {
  const { readSettings } = (await import(moduleOfThePortal("settings.ts"))) as { readSettings: () => PortalSettings };
  return readSettings();
}

function moduleOfThePortal(name: string): string {
  return pathToFileURL(path.join(projectFolder, "server/src/platform", name)).href;
}

/** The mailbox keeps its letters beside the database. Ends this process with a sentence if the folder cannot be used. */
export async function demandDataFolder({ dataFolder }: Addresses): Promise<void> {
  const { makeDataFolder } = (await import(moduleOfThePortal("data-folder.ts"))) as { makeDataFolder: (folder: string) => Promise<void> };
  await makeDataFolder(dataFolder).catch(endWithSentence);
}

/** Ends this process with a sentence for each port that cannot be used. */
export async function demandFreePorts(addresses: Addresses, withStandIns: boolean): Promise<void> {
  const faults = await portFaults(addresses, withStandIns);
  if (faults.length === 0) return;
  console.error(faults.join("\n"));
  process.exit(1);
}

async function portFaults({ port, host, standInsPort }: Addresses, withStandIns: boolean): Promise<string[]> {
  const sentences: string[] = [];
  const fault = await faultOfPort(port, host);
  if (fault !== undefined) sentences.push(sentenceOf(fault, { port, host }));
  for (const [index, name] of (withStandIns ? standInNames : []).entries()) {
    const taken = await faultOfPort(standInsPort + index);
    if (taken === undefined) continue;
    const other = `STAND_INS_PORT=${standInsPort + 10} npm start`;
    const reason = taken === "EACCES" ? "may not be opened by this user" : "is taken by another program";
    sentences.push(`Port ${standInsPort + index} (${name} stand-in) ${reason}. Stop it, or move them all: ${other}`);
  }
  return sentences;
}

/** A wrong HOST fails at every port. */
function sentenceOf(fault: string, { port, host }: Pick<Addresses, "port" | "host">): string {
  const other = `choose another: PORT=${port + 10} npm start`;
  if (fault === "EADDRINUSE") return `Port ${port} is taken by another program. Stop it, or ${other}`;
  if (fault === "EACCES") return `Port ${port} may not be opened by this user: ${other}`;
  return `HOST=${host} cannot be used (${fault}). It must be an address or a name of this machine, such as 127.0.0.1, or 0.0.0.0 for all.`;
}

/** Builds what is not built. Ends this process with a sentence if that fails, and without one after Ctrl-C. */
export async function buildForDemo(): Promise<void> {
  try {
    await buildPortal();
  } catch (error) {
    // Ctrl-C ends the compiler as well, which is no failure to report.
    if (!isStopping()) console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  if (isStopping()) process.exit(0);
}

/** Starts the portal and, in the demo, the stand-ins. They start together, since neither needs the other. */
export function startDemo(addresses: Addresses, options: { withStandIns: boolean; watch?: boolean }): ChildProcess[] {
  const { port, standInsPort, publicUrl, dataFolder } = addresses;
  const env: Record<string, string> = {
    PORT: String(port),
    STAND_INS_PORT: String(standInsPort),
    // Set before the programs begin, so that Node need not strip even their first file of its types.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(projectFolder, ".cache", "compiled"),
  };
  const flags = options.watch === true ? ["--watch", "--watch-preserve-output"] : [];
  // As in production (docs/operating.md): a small young generation saves memory under load.
  const portal = startProgram([...flags, "--max-semi-space-size=4", "server/src/main.ts"], { env });
  if (!options.withStandIns) return [portal];
  const letters = { MAILBOX_FILE: process.env.MAILBOX_FILE ?? path.join(dataFolder, "mailbox.jsonl") };
  return [portal, startProgram([...flags, "stand-ins/start.ts"], { env: { ...env, ...letters, PUBLIC_URL: publicUrl } })];
}
