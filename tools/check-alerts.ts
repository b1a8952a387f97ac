// Checks the rules of deploy/ with promtool, and runs their tests. Not a part of npm test, because promtool is no npm package.
import path from "node:path";

import { runCommand } from "./commands.ts";
import { projectFolder } from "./project-folder.ts";

const folder = path.join(projectFolder, "deploy");
for (const words of [
  ["check", "rules", "alerts.yaml"],
  ["test", "rules", "alerts-test.yaml"],
]) {
  const { code, output } = await runCommand(["promtool", ...words], { cwd: folder });
  if (code === 127) {
    console.error(
      "promtool is missing. On Debian and Ubuntu: apt-get install prometheus (it also starts a server; systemctl disable --now prometheus).",
    );
    process.exit(1);
  }
  console.log(output.trim());
  if (code !== 0) process.exit(1);
}
