/** A machine with PostgreSQL and Patroni, and what Patroni says about all of them. */
import { readFileSync } from "node:fs";
import { chown, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { runCommand } from "#/commands.ts";
import { patroniSettings, type Secrets } from "./configurations.ts";
import { Member } from "./member.ts";
import { demandProgram } from "./packages.ts";
import { type DatabaseNode, databaseNodes, etcdMembers } from "./places.ts";
import { Wire } from "./wires.ts";

/** The user of PostgreSQL's programs. Undefined without root: they run as the present user. */
export interface Owner {
  readonly uid: number | undefined;
  readonly gid: number | undefined;
}

export interface DatabaseMachine {
  readonly node: DatabaseNode;
  readonly member: Member;
  /** Where its data is. With a file system of its own it can be full without harm to others. */
  readonly folder: string;
  readonly hasOwnDisk: boolean;
  /** What comes in from other machines. */
  readonly incoming: readonly Wire[];
  readonly toEtcd: readonly Wire[];
}

/** Room for the demonstration's data and for the log that a standby may need. */
const diskSize = "700m";

/** Prepares a machine's folder, settings and network. Its Patroni waits for `member.start()`. */
export async function prepareDatabaseMachine(
  node: DatabaseNode,
  folder: string,
  needs: { owner: Owner; secrets: Secrets },
): Promise<DatabaseMachine> {
  const own = path.join(folder, node.name);
  const { owner } = needs;
  await mkdir(own, { recursive: true });
  const hasOwnDisk = owner.uid !== undefined && (await mountDisk(own));
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(own, owner.uid, owner.gid);
  const settings = path.join(folder, `${node.name}.json`);
  const binaries = path.dirname(demandProgram("postgres"));
  await writeFile(settings, JSON.stringify(patroniSettings(node, needs.secrets, { folder, binaries }), undefined, 2), { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(settings, owner.uid, owner.gid);
  const wire = (from: number, to: { host: string; port: number }): Promise<Wire> => Wire.open({ host: node.host, port: from }, to);
  return {
    node,
    folder: own,
    hasOwnDisk,
    incoming: [
      await wire(node.postgresWire, { host: node.host, port: node.postgres }),
      await wire(node.restWire, { host: node.host, port: node.rest }),
    ],
    toEtcd: await Promise.all(etcdMembers.map((member, index) => wire(node.etcdWires[index] ?? 0, member))),
    member: new Member({
      name: node.name,
      command: [demandProgram("patroni"), settings],
      folder,
      log: path.join(folder, `${node.name}.log`),
      env: { LC_ALL: "C.UTF-8" },
      ...owner,
      others: () => postmasterOf(own),
    }),
  };
}

/** Only root can mount a file system. Without root, the fault "disk full" is left out. */
async function mountDisk(folder: string): Promise<boolean> {
  const { code } = await runCommand(["mount", "-t", "tmpfs", "-o", `size=${diskSize},mode=0700`, "tmpfs", folder]);
  return code === 0;
}

/** PostgreSQL is not a child of Patroni, although Patroni started it. */
function postmasterOf(folder: string): number[] {
  try {
    const pid = Number(readFileSync(path.join(folder, "data", "postmaster.pid"), "latin1").split("\n")[0]);
    const program = readFileSync(`/proc/${pid}/comm`, "latin1").trim();
    return program === "postgres" ? [pid] : [];
  } catch {
    return [];
  }
}

export interface Roles {
  primary: string | undefined;
  synchronousStandby: string | undefined;
}

/**
 * Asks Patroni on each machine, until an answer comes. It asks past the wires, so it sees a machine whose network is cut. A role is
 * undefined without an answer, or while no member has it.
 */
export async function readRoles(): Promise<Roles> {
  for (const { host, rest } of databaseNodes) {
    const answer = await fetch(`http://${host}:${rest}/cluster`, { signal: AbortSignal.timeout(1500) }).catch(() => undefined);
    if (answer?.ok !== true) continue;
    const { members } = (await answer.json()) as { members: { name: string; role: string; state: string }[] };
    const running = members.filter(({ state }) => state === "running" || state === "streaming");
    return {
      primary: running.find(({ role }) => role === "leader")?.name,
      synchronousStandby: running.find(({ role }) => role === "sync_standby")?.name,
    };
  }
  return { primary: undefined, synchronousStandby: undefined };
}
