/** The faults that the bench causes. Each fault begins, lasts, and is undone as an operator or a supervisor would undo it. */
import { open, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readRoles } from "@storyport/tools/cluster/database-member";
import type { DatabaseMachine } from "@storyport/tools/cluster/database-member";
import type { Member } from "@storyport/tools/cluster/member";
import { etcdMembers } from "@storyport/tools/cluster/places";
import type { Cluster } from "@storyport/tools/cluster/start-cluster";

export interface Fault {
  kind: string;
  /** Begins the fault, waits and undoes it. */
  strike(cluster: Cluster): Promise<void>;
  /** A fault without it is always possible. */
  isPossible?: (cluster: Cluster) => boolean;
}

/** A supervisor such as systemd starts a process again after a second or so. */
const restartMs = 1000;
/** A machine that lost its power comes back. */
const machineMs = 10_000;
/** Longer than Patroni's ttl, so that the standby takes over. */
const longerThanTtlMs = 25_000;
const shortMs = 8000;

export const faults: readonly Fault[] = [
  { kind: "kill -9 of a portal", strike: ({ portals }) => killAndRestart(anyOf(portals)) },
  { kind: "SIGSTOP of a portal, 8 s", strike: ({ portals }) => freeze(anyOf(portals), shortMs) },
  {
    kind: "kill -9 of the primary's PostgreSQL",
    // Patroni still runs, and decides what to do.
    strike: async (cluster) => (await databases(cluster)).primary.member.killOthers(),
  },
  {
    kind: "loss of the primary's machine",
    strike: async (cluster) => killAndRestart((await databases(cluster)).primary.member, machineMs),
  },
  {
    kind: "loss of the standby's machine",
    strike: async (cluster) => killAndRestart((await databases(cluster)).standby.member, machineMs),
  },
  {
    kind: "SIGSTOP of the primary's machine, 25 s",
    strike: async (cluster) => freeze((await databases(cluster)).primary.member, longerThanTtlMs),
  },
  { kind: "SIGSTOP of the standby's machine, 8 s", strike: async (cluster) => freeze((await databases(cluster)).standby.member, shortMs) },
  { kind: "kill -9 of a PgBouncer", strike: ({ poolers }) => killAndRestart(anyOf(poolers)) },
  {
    kind: "kill -9 of a member of etcd",
    // The next one after the leader, so a follower.
    strike: async ({ etcd }) => killAndRestart(etcd[((await leaderOfEtcd()) + 1) % etcd.length], 5000),
  },
  { kind: "kill -9 of the leader of etcd", strike: async ({ etcd }) => killAndRestart(etcd[await leaderOfEtcd()], 5000) },
  { kind: "network of the primary cut, 25 s", strike: cutPrimaryOff },
  { kind: "network of the standby cut, 25 s", strike: cutStandbyOff },
  {
    kind: "disk of the primary full, 10 s",
    isPossible: hasDisks,
    strike: async (cluster) => fillDisk((await databases(cluster)).primary),
  },
  {
    kind: "disk of the standby full, 10 s",
    isPossible: hasDisks,
    strike: async (cluster) => fillDisk((await databases(cluster)).standby),
  },
  { kind: "mail server away, 10 s", strike: ({ mail }) => killAndRestart(mail, 10_000) },
];

function hasDisks({ databases: machines }: Cluster): boolean {
  return machines.every(({ hasOwnDisk }) => hasOwnDisk);
}

async function databases({ databases: machines }: Cluster): Promise<{ primary: DatabaseMachine; standby: DatabaseMachine }> {
  const roles = await readRoles();
  const primary = machines.find(({ node }) => node.name === roles.primary);
  const standby = machines.find(({ node }) => node.name !== roles.primary);
  if (primary === undefined || standby === undefined) throw new Error("There is no primary.");
  return { primary, standby };
}

async function killAndRestart(member: Member | undefined, afterMs = restartMs): Promise<void> {
  member?.kill();
  await pause(afterMs);
  member?.start();
}

async function freeze(member: Member, forMs: number): Promise<void> {
  member.freeze();
  await pause(forMs);
  member.thaw();
}

/** No machine reaches the primary's machine, and it reaches no member of etcd. */
async function cutPrimaryOff(cluster: Cluster): Promise<void> {
  const { primary, standby } = await databases(cluster);
  const wires = [...primary.incoming, ...primary.toEtcd];
  for (const wire of wires) wire.cut("all");
  // The former primary may become a standby meanwhile, and must not replicate from the new primary.
  for (const wire of standby.incoming) wire.cut("replication");
  await pause(longerThanTtlMs);
  for (const wire of [...wires, ...standby.incoming]) wire.repair();
}

async function cutStandbyOff(cluster: Cluster): Promise<void> {
  const { primary, standby } = await databases(cluster);
  const wires = [...standby.incoming, ...standby.toEtcd];
  for (const wire of wires) wire.cut("all");
  for (const wire of primary.incoming) wire.cut("replication");
  await pause(longerThanTtlMs);
  for (const wire of [...wires, ...primary.incoming]) wire.repair();
}

async function fillDisk({ folder }: DatabaseMachine): Promise<void> {
  const file = path.join(folder, "filler");
  const chunk = Buffer.alloc(4 * 1024 * 1024);
  const filler = await open(file, "w");
  try {
    for (;;) {
      const { bytesWritten } = await filler.write(chunk);
      if (bytesWritten < chunk.length) break;
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    await filler.close();
  }
  await pause(10_000);
  await rm(file, { force: true });
}

/** Returns the index of the leader among the members of etcd. */
async function leaderOfEtcd(): Promise<number> {
  for (const [index, { host, port }] of etcdMembers.entries()) {
    const answer = await fetch(`http://${host}:${port}/v3/maintenance/status`, { method: "POST", body: "{}" }).catch(() => undefined);
    const status = (await answer?.json()) as { leader?: string; header?: { member_id?: string } } | undefined;
    if (status?.leader !== undefined && status.leader === status.header?.member_id) return index;
  }
  return 0;
}

function anyOf(members: readonly Member[]): Member {
  const member = members[Math.floor(Math.random() * members.length)];
  if (member === undefined) throw new Error("There is no such process.");
  return member;
}
