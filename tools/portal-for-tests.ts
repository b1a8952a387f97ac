// The whole demo, built before, on the ports that PORT and STAND_INS_PORT name, until it is told to stop. Its store is a copy of the folder
// STORE_TEMPLATE, so that the demo world need not be made each time.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { addressesFromEnvironment, startDemo } from "./demo.ts";
import { firstToEnd, stopOnSignals, stopPrograms, stopWithParent } from "./programs.ts";

stopOnSignals();
// A test runner that is ended from outside takes nobody with it.
stopWithParent();
const store = await mkdtemp(path.join(tmpdir(), "storyport-journeys-"));
if (process.env.STORE_TEMPLATE !== undefined) await cp(process.env.STORE_TEMPLATE, store, { recursive: true });
process.env.DATA_DIR = store;
const code = await firstToEnd(startDemo(addressesFromEnvironment(), { withStandIns: true }));
await stopPrograms();
await rm(store, { recursive: true, force: true });
process.exit(code);
