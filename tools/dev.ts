import { watch } from "node:fs";
import path from "node:path";

import { compileTexts } from "./build.ts";
import { toolCommand } from "./commands.ts";
import { addressesFromEnvironment, buildForDemo, demandDataFolder, demandFreePorts, startDemo } from "./demo.ts";
import { firstToEnd, startProgram, stopOnSignals, stopPrograms } from "./programs.ts";
import { projectFolder } from "./project-folder.ts";

// The demo, rebuilt on every save. The pages come from the build, as in production. Reload by hand.
const addresses = await addressesFromEnvironment();

stopOnSignals();
await demandFreePorts(addresses, true);
await demandDataFolder(addresses);
await buildForDemo();

watch(path.join(projectFolder, "texts"), (_event, name) => {
  if (name?.endsWith(".json") === true) void compileTexts().catch(console.error);
});
const programs = [buildOnSave(), buildOnSave("--ssr"), ...startDemo(addresses, { withStandIns: true, watch: true })];
const code = await firstToEnd(programs);
await stopPrograms();
process.exit(code);

function buildOnSave(...flags: readonly string[]): ReturnType<typeof startProgram> {
  const [, vite = ""] = toolCommand("vite/bin/vite.js");
  return startProgram([vite, "build", "--watch", ...flags], { cwd: path.join(projectFolder, "web") });
}
