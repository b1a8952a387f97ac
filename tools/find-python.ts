import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

import { runCommand } from "./commands.ts";
import { withProgress } from "./progress.ts";

/** The packages of Debian that the dashboard in Python needs. */
export const pythonPackages = ["python3-authlib", "python3-requests"];

/** Finds a Python with Authlib and Requests. The system's own may have them while another Python comes first. */
export function findPython(): string | undefined {
  return ["python3", "/usr/bin/python3"].find(
    (program) => spawnSync(program, ["-c", "import authlib.jose, requests"], { stdio: "ignore" }).status === 0,
  );
}

/** Finds such a Python for the journeys, once before all of them. On Debian as root it installs what is missing. */
export async function findOrInstallPython(): Promise<string | undefined> {
  const found = findPython();
  if (found !== undefined || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return found;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  return await withProgress("Installing Authlib (apt-get)", async () => {
    await runCommand(["apt-get", "update", "-qq"], { env });
    const { code, output } = await runCommand(["apt-get", "install", "-y", "-qq", ...pythonPackages], { env });
    if (code !== 0) console.error(output);
    return findPython();
  });
}
