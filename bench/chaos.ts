/**
 * `npm run chaos -- --faults=45` breaks the parts of a cluster under load. It counts failed requests, seconds to recovery and lost
 * acknowledged writes. `--deploys=10` replaces all portals ten times instead. docs/high-availability.md has the results.
 */
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { readRoles } from "@storyport/tools/cluster/database-member";
import { readyPortals, startCluster, untilTrue } from "@storyport/tools/cluster/start-cluster";
import type { Cluster } from "@storyport/tools/cluster/start-cluster";
import { endWithUsage, readCount, readOptions } from "@storyport/tools/read-options";
import { Client } from "#/chaos/client.ts";
import { faults } from "#/chaos/faults.ts";
import type { Fault } from "#/chaos/faults.ts";
import { Ledger } from "#/chaos/ledger.ts";
import { game, Load, password, requestsPerSecond } from "#/chaos/load.ts";
import { figuresOf, tableOf } from "#/chaos/table.ts";
import type { Strike } from "#/chaos/table.ts";
import { runSql } from "#/stores/database.ts";
import { fillPortal, hashOf } from "#/stores/fill-portal.ts";

/** More than the logins of 45 faults. So nearly each is the first of its account, and posts no letter about a new device. */
const accounts = 4000;
const portals = 3;
const mostFaults = 200;

const usage = `Usage: npm run chaos [-- --faults=<1 to ${mostFaults}>] [--only=<part of a kind>] [--deploys=<1 to ${mostFaults}>]
Breaks the parts of a cluster under load, three of each kind unless you say otherwise. --deploys replaces all portals so often instead.
Kinds of faults: ${faults.map(({ kind }) => kind).join("; ")}`;
const { values } = readOptions(usage, {
  faults: { type: "string", default: String(3 * faults.length) },
  deploys: { type: "string" },
  only: { type: "string", default: "" },
});
const count = readCount(["faults", values.faults], mostFaults, usage);
const deploys = values.deploys === undefined ? undefined : readCount(["deploys", values.deploys], mostFaults, usage);
if (!faults.some(({ kind }) => kind.includes(values.only))) endWithUsage(`No kind of fault contains '${values.only}'.`, usage);
const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ending.abort(new Error("Stopped.")));

let cluster: Cluster | undefined;
try {
  cluster = await startCluster(portals, ending.signal);
  await fill(cluster.adminUrl);
  const client = new Client(cluster.certificate);
  const ledger = new Ledger();
  const load = new Load(client, ledger, accounts);
  await load.start();
  console.log(`Load: ${requestsPerSecond} requests a second. Machine: ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}.`);
  const strikes = deploys === undefined ? await strikeAll(cluster, load) : await deployAll(cluster, load, deploys);
  await load.stop();
  console.log(`\n${tableOf(figuresOf(strikes, load.seen))}\n`);
  console.log(`Requests: ${load.seen.length}, failed: ${load.failuresSince(0)}. Kinds of failures:\n${kindsOfFailures(load)}`);
  await tellLosses(cluster, ledger);
  console.log(`Machine: load ${loadavg()[0]?.toFixed(1)} at the end, ${new Date().toISOString().slice(0, 16)}.`);
  client.close();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await cluster?.stop();
}
process.exit();

async function fill(url: string): Promise<void> {
  await fillPortal(url, { accounts, passwordHash: hashOf(password) });
  await runSql(
    url,
    `insert into games (id, key, description, login_types, max_scope) values (${game.id}, 'chaos', 'A game', '{PASSWORD}', 'USERGROUP');
    insert into game_callbacks (game_id, url, kind) values (${game.id}, '${game.callback}', 'WEB');
    insert into organization_games (organization_id, game_id) select id, ${game.id} from organizations`,
  );
}

async function strikeAll(running: Cluster, load: Load): Promise<Strike[]> {
  const possible = faults.filter(({ kind, isPossible }) => isPossible?.(running) !== false && kind.includes(values.only));
  const left = faults.filter(({ isPossible }) => isPossible?.(running) === false).map(({ kind }) => kind);
  if (left.length > 0) console.log(`Left out, because only root can mount a disk of their own: ${left.join(", ")}.`);
  const strikes: Strike[] = [];
  for (let index = 0; index < count && !ending.signal.aborted; index += 1) {
    const fault = possible[index % possible.length];
    if (fault !== undefined) strikes.push(await strikeOnce(fault, running, load));
  }
  return strikes;
}

async function strikeOnce({ kind, strike }: Fault, running: Cluster, load: Load): Promise<Strike> {
  const from = performance.now();
  await strike(running);
  const isHealed = await isWellAgain(running, load);
  const until = performance.now();
  const failed = load.seen.filter(({ at, fault }) => at >= from && at < until && fault !== undefined);
  const last = failed.at(-1)?.at ?? from;
  console.log(
    `${kind}: ${failed.length} failed, the last after ${((last - from) / 1000).toFixed(1)} s; well after ${((until - from) / 1000).toFixed(0)} s`,
  );
  return { kind, from, until, isHealed };
}

/**
 * Waits until everything runs, the standby is synchronous, and no request has failed for two seconds. Returns whether this happened
 * without an operator.
 */
async function isWellAgain({ databases }: Cluster, load: Load): Promise<boolean> {
  const isWell = async (): Promise<boolean> => {
    const { synchronousStandby } = await readRoles();
    if (synchronousStandby === undefined || (await readyPortals(portals)) < portals) return false;
    await pause(2000);
    return load.failuresSince(performance.now() - 2000) === 0;
  };
  try {
    await untilTrue("all parts", isWell, ending.signal);
    return true;
  } catch {
    if (ending.signal.aborted) return false;
    // Does what an operator would do: restarts Patroni on both machines, one after the other.
    for (const { member } of databases) {
      await member.stop();
      member.start();
      await pause(20_000);
    }
    await untilTrue("all parts", isWell, ending.signal);
    return false;
  }
}

/** Replaces one portal after the other, as a rollout does. */
async function deployAll({ portals: members }: Cluster, load: Load, times: number): Promise<Strike[]> {
  const from = performance.now();
  for (let deploy = 1; deploy <= times && !ending.signal.aborted; deploy += 1) {
    for (const member of members) {
      await member.stop();
      member.start();
      await untilTrue(member.name, async () => (await readyPortals(portals)) === portals, ending.signal);
      // The balancer looks every second.
      await pause(2000);
    }
    console.log(`Deploy ${deploy}: ${load.failuresSince(from)} failed of ${load.seen.length} so far.`);
  }
  return [{ kind: `rolling deploys, ${times}`, from, until: performance.now(), isHealed: true }];
}

function kindsOfFailures(load: Load): string {
  const counts = new Map<string, number>();
  for (const { fault } of load.seen) if (fault !== undefined) counts.set(fault, (counts.get(fault) ?? 0) + 1);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 12)
    .map(([fault, count]) => `  ${count} x ${fault}`)
    .join("\n");
}

async function tellLosses({ adminUrl }: Cluster, ledger: Ledger): Promise<void> {
  const lost = await ledger.lostOn(adminUrl);
  console.log(
    `Acknowledged writes: ${ledger.count}, lost: ${lost.sessions + lost.refreshTokens} (sessions ${lost.sessions}, refresh tokens ${lost.refreshTokens}).`,
  );
  await untilTrue("letters", async () => Number((await waitingLetters(adminUrl)) ?? 0) === 0, ending.signal).catch(() => undefined);
  console.log(`Letters that still wait: ${String(await waitingLetters(adminUrl))}.`);
}

async function waitingLetters(url: string): Promise<unknown> {
  const [row] = await runSql(url, "select count(*)::int as waiting from outbox where sent_at is null and expires_at > now()");
  return row?.["waiting"];
}
