/** Third-party programs to measure with and against. They are installed on first use and are no dependencies of the repository. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { demandCommand } from "@storyport/tools/commands";
import { cacheFolder } from "@storyport/tools/project-folder";
import { readIfThere } from "@storyport/tools/read-if-there";
import { tell } from "#/figures/run-bench.ts";

/** Exact versions, because a figure names what it was measured against. */
export const peers = { "better-auth": "1.7.7", "@node-rs/argon2": "2.2.1", pg: "8.23.1", lighthouse: "13.5.0" };

/** Returns their folder. */
export async function installPeers(): Promise<string> {
  const folder = path.join(cacheFolder, "bench-peers");
  const wanted = JSON.stringify({ name: "storyport-bench-peers", private: true, type: "module", dependencies: peers });
  const marker = path.join(folder, "installed");
  if ((await readIfThere(marker)) === wanted) return folder;
  tell("installing the peers into .cache/bench-peers");
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "package.json"), wanted);
  await demandCommand(["npm", "install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
  await writeFile(marker, wanted);
  return folder;
}
