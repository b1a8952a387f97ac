/** `npm start`: builds the portal and runs it. The demo has its stand-ins around it. */
import { addressesFromEnvironment, buildForDemo, demandDataFolder, demandFreePorts, startDemo } from "./demo.ts";
import { firstToEnd, stopOnSignals, stopPrograms } from "./programs.ts";

const addresses = await addressesFromEnvironment();
const withStandIns = addresses.isDemo;

stopOnSignals();
await demandFreePorts(addresses, withStandIns);
if (withStandIns) await demandDataFolder(addresses);

await buildForDemo();
const code = await firstToEnd(startDemo(addresses, { withStandIns }));
await stopPrograms();
process.exit(code);
