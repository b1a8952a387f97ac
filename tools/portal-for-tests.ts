// The whole demo, built before, on the ports that PORT and STAND_INS_PORT name, with an empty store of its own, until it is told to stop.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { addressesFromEnvironment, startDemo } from "./demo.ts";
import { firstToEnd, stopOnSignals, stopPrograms, stopWithParent } from "./programs.ts";

stopOnSignals();
// A test runner that is ended from outside takes nobody with it.
stopWithParent();
const store = await mkdtemp(path.join(tmpdir(), "storyport-journeys-"));
process.env.DATA_DIR = store;
const code = await firstToEnd(startDemo(addressesFromEnvironment(), { withStandIns: true }));
await stopPrograms();
await rm(store, { recursive: true, force: true });
process.exit(code);
