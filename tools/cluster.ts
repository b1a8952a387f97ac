// `npm run cluster -- --portals=3`: the installation of docs/high-availability.md on this machine, with one to nine portals (3 by default).
// Not a part of npm test: it needs Debian's packages.
import { setTimeout as pause } from "node:timers/promises";

import { readRoles } from "./cluster/database-member.ts";
import { balancerPlaces, databaseNodes, etcdMembers, mailboxUrl, poolers, publicUrl } from "./cluster/places.ts";
import { startCluster } from "./cluster/start-cluster.ts";
import { runCommand } from "./commands.ts";
import { readCount, readOptions } from "./read-options.ts";

const usage = `Usage: npm run cluster [-- --portals=<1 to 9>]
Starts the installation of docs/high-availability.md on this machine, with three portals unless you say otherwise.`;
const { values } = readOptions(usage, { portals: { type: "string", default: "3" } });
const portals = readCount(["portals", values.portals], 9, usage);
const begun = performance.now();
const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ending.abort(new Error("Stopped.")));

try {
  const cluster = await startCluster(portals, ending.signal);
  const { code, output } = await runCommand([process.execPath, "server/src/admin.ts", "create", "ada@cluster.example"], {
    env: cluster.portalSettings,
  });
  const places = (all: readonly { host: string; port?: number }[]): string => all.map(({ host, port }) => `${host}:${port}`).join(", ");
  console.log(`
Ready after ${Math.round((performance.now() - begun) / 1000)} s.
  portal        ${publicUrl} (a certificate of its own, so the browser warns)
  mailbox       ${mailboxUrl}
  balancer      http://${balancerPlaces.state.host}:${balancerPlaces.state.port} (its page of states)
  primary       ${balancerPlaces.primary.host}:${balancerPlaces.primary.port}, through the balancer; now ${(await readRoles()).primary}
  PostgreSQL    ${databaseNodes.map(({ name, host, postgresWire }) => `${name} ${host}:${postgresWire}`).join(", ")}
  PgBouncer     ${places(poolers)}
  etcd          ${places(etcdMembers)}
  logs, settings ${cluster.folder}
The first administrator:
${output.trim()}
Ctrl-C stops everything and removes the data.`);
  if (code !== 0) process.exitCode = 1;
  while (!ending.signal.aborted) await pause(200);
  console.log("Stopping ...");
  await cluster.stop();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
process.exit();
