// The whole demo, built before, on the ports that PORT and STAND_INS_PORT name, until it is told to stop. Its store is the folder
// DATA_DIR or, without one, a copy of the folder STORE_TEMPLATE that goes with it: the demo world need not be made each time.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { addressesFromEnvironment, startDemo } from "./demo.ts";
import { firstToEnd, stopOnSignals, stopPrograms, stopWithParent } from "./programs.ts";

stopOnSignals();
// A test runner that is ended from outside takes nobody with it.
stopWithParent();
const copy = process.env.DATA_DIR === undefined ? await copyOf(process.env.STORE_TEMPLATE) : undefined;
process.env.DATA_DIR ??= copy;
const code = await firstToEnd(startDemo(await addressesFromEnvironment(), { withStandIns: true }));
await stopPrograms();
if (copy !== undefined) await rm(copy, { recursive: true, force: true });
process.exit(code);

async function copyOf(template: string | undefined): Promise<string> {
  if (template === undefined) throw new Error("Neither DATA_DIR nor STORE_TEMPLATE says which store to use.");
  const folder = await mkdtemp(path.join(tmpdir(), "storyport-journeys-"));
  await cp(template, folder, { recursive: true });
  return folder;
}
