// The whole demo, already built, on the ports of PORT and STAND_INS_PORT, until it is stopped. Its folder is DATA_DIR. Without it, the
// folder is temporary: a copy of STORE_TEMPLATE if that is set, and else empty.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { addressesFromEnvironment, startDemo } from "./demo.ts";
import { firstToEnd, stopOnSignals, stopPrograms, stopWithParent } from "./programs.ts";

stopOnSignals();
// A killed test runner cannot stop its children.
stopWithParent();
const copy = process.env.DATA_DIR === undefined ? await copyOf(process.env.STORE_TEMPLATE) : undefined;
process.env.DATA_DIR ??= copy;
const code = await firstToEnd(startDemo(await addressesFromEnvironment(), { withStandIns: true }));
await stopPrograms();
if (copy !== undefined) await rm(copy, { recursive: true, force: true });
process.exit(code);

async function copyOf(template: string | undefined): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "storyport-journeys-"));
  if (template !== undefined) await cp(template, folder, { recursive: true });
  return folder;
}
