/** `npm start`: builds the portal and runs it. The demo has its stand-ins around it. */
import { buildPortal } from "./build.ts";
import { addressesFromEnvironment, demandDataFolder, demandFreePorts, startDemo } from "./demo.ts";
import { firstToEnd, isStopping, stopOnSignals, stopPrograms } from "./programs.ts";

const addresses = await addressesFromEnvironment();
const withStandIns = addresses.isDemo;

stopOnSignals();
await demandFreePorts(addresses, withStandIns);
if (withStandIns) await demandDataFolder(addresses);

try {
  await buildPortal();
} catch (error) {
  // Ctrl-C ends the compiler as well, which is no failure to report.
  if (!isStopping()) console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
if (isStopping()) process.exit(0);

const code = await firstToEnd(startDemo(addresses, { withStandIns }));
await stopPrograms();
process.exit(code);
