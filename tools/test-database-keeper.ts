// Runs one PostgreSQL server in a temporary folder while its standard input is open. The pipe closes when the requesting
// process ends, even by SIGKILL. So neither the server nor its folder is left behind. If this process itself is killed, the next
// keeper removes what it left. With --standby the server is a standby that never had a primary. It has the same empty database, and
// can be promoted. The lines "stop" and "start" on the pipe stop the server and start it again on the same data.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, cp, mkdtemp, readFile, readdir, readlink, rm, stat, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

import { runCommand } from "./commands.ts";
import { findFreePorts } from "./ports.ts";
import { findPostgres } from "./postgres-binaries.ts";
import { projectFolder } from "./project-folder.ts";

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Linux keeps the files of this folder in memory. Each database has about a thousand files, and each test file makes and drops
 * databases. On ext4 such files took a quarter of the processors' time during the tests.
 */
const memoryFolder = "/dev/shm";
/** In bytes: four times what the tests were seen to use. In a container the folder may be much smaller. */
const roomInMemory = 2 * 1024 ** 3;

// Crash safety makes a server slow, and a test's server has nothing to lose.
const serverSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_size: "256MB",
  max_wal_senders: "0",
  // Twice the default: several workers test at once, and a test may start several portals with ten connections each.
  max_connections: "200",
  // Its files are in the data folder, so a killed server leaves nothing outside of it.
  dynamic_shared_memory_type: "mmap",
};

const isStandby = process.argv.includes("--standby");
const [given = "--standby"] = process.argv.slice(2);
const installed = given === "--standby" ? await findPostgres() : given;
const isRoot = process.getuid?.() === 0;
let server: ChildProcess | undefined;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
const owner = isRoot ? await unprivilegedOwner() : undefined;
// Root's TMPDIR may be closed to other users; /tmp never is.
const temporary = owner !== undefined && existsSync("/tmp") ? "/tmp" : tmpdir();
const namespace = await pidNamespace();
// Before the room is measured, because what was left in memory takes it.
await removeLeftovers();
const folder = await folderIn(temporary);
// The folder in memory may refuse to run programs, so only the data lie there.
const inMemory = (await hasRoom(memoryFolder)) ? await folderIn(memoryFolder).catch(() => undefined) : undefined;
const data = inMemory ?? path.join(folder, "data");
const askerIsGone = new Promise<void>((resolve) => process.stdin.once("close", resolve).resume());

try {
  const binaries = await reachableBinaries();
  await initialise(binaries, data);
  if (isStandby) await writeFile(path.join(data, "standby.signal"), "");
  const port = await findFreePorts(1);
  server = startServer(binaries, data, port);
  await untilReady(server);
  process.stdout.write(`postgres://postgres@127.0.0.1:${port}/postgres\n`);
  const orders = createInterface({ input: process.stdin });
  orders.on("line", (order) => void obey(order, () => startServer(binaries, data, port)));
  await askerIsGone;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await stopServer();
  // A server that was killed may still write for a moment.
  await Promise.allSettled([data, folder].map((made) => rm(made, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })));
}
process.exit();

async function obey(order: string, start: () => ChildProcess): Promise<void> {
  if (order === "stop") await stopServer();
  if (order === "start") {
    server = start();
    await untilReady(server);
  }
  process.stdout.write(`${order}\n`);
}

async function unprivilegedOwner(): Promise<Owner> {
  const users = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  const found = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  return { uid: Number(found?.[2] ?? 65_534), gid: Number(found?.[3] ?? 65_534) };
}

/** The numbers of processes in another namespace say nothing here. Other systems than Linux have one. */
async function pidNamespace(): Promise<string> {
  const name = await readlink("/proc/self/ns/pid").catch(() => "");
  return /\d+/.exec(name)?.[0] ?? "0";
}

async function folderIn(parent: string): Promise<string> {
  // Keepers of older versions take a number after the second hyphen for their own, and would remove the folder.
  const made = await mkdtemp(path.join(parent, `storyport-postgres-ns${namespace}-${process.pid}-`));
  if (owner !== undefined) await chown(made, owner.uid, owner.gid);
  return made;
}

/**
 * Stops the servers of killed keepers of this user, and removes their folders. The folder in memory is the important one. Leaves alone
 * folders from another namespace of processes: a container may share them with its host.
 */
async function removeLeftovers(): Promise<void> {
  for (const place of new Set([memoryFolder, temporary])) {
    for (const name of await readdir(place).catch(() => [])) {
      const [, from, keeper] = /^storyport-postgres-ns(\d+)-(\d+)-/.exec(name) ?? [];
      const left = path.join(place, name);
      const user = await stat(left).then(
        ({ uid }) => uid,
        () => undefined,
      );
      if (keeper === undefined || from !== namespace || user !== (owner?.uid ?? process.getuid?.()) || isAlive(Number(keeper))) continue;
      for (const data of [left, path.join(left, "data")]) await killServerOf(data);
      await rm(left, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }).catch(() => undefined);
    }
  }
}

/** Linux alone knows where a process works: the number in an old file may belong to another program by now. */
async function killServerOf(data: string): Promise<void> {
  const [line = ""] = (await readFile(path.join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  const place = await readlink(`/proc/${line}/cwd`).catch(() => undefined);
  if (place === data) process.kill(Number(line), "SIGKILL");
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function hasRoom(place: string): Promise<boolean> {
  const found = await statfs(place).catch(() => undefined);
  return found !== undefined && found.bavail * found.bsize >= roomInMemory;
}

/** PostgreSQL refuses to run as root, and its other user may not be able to enter the repository's folder. */
async function reachableBinaries(): Promise<string> {
  if (owner === undefined || !installed.startsWith(projectFolder)) return installed;
  const copy = path.join(folder, "postgres");
  await cp(path.dirname(installed), copy, { recursive: true, verbatimSymlinks: true });
  await chmod(copy, 0o755);
  return path.join(copy, "bin");
}

/** C.UTF-8 sorts by code point everywhere and still knows that "Ø" is a capital. Falls back to C if the system lacks it. */
async function initialise(binaries: string, data: string): Promise<void> {
  const options = ["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions"];
  const command = [path.join(binaries, "initdb"), "-D", data, ...options];
  const first = await runCommand([...command, "--lc-ctype=C.UTF-8"], asOwner());
  if (first.code === 0) return;
  await rm(data, { recursive: true, force: true });
  const second = await runCommand(command, asOwner());
  if (second.code !== 0) throw new Error(`initdb failed:\n${second.output}`);
}

function startServer(binaries: string, data: string, port: number): ChildProcess {
  const standbySettings = isStandby ? { wal_level: "replica", max_wal_senders: "10", unix_socket_directories: folder } : {};
  const settings = Object.entries({ ...serverSettings, ...standbySettings, port: String(port) }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  return spawn(path.join(binaries, "postgres"), ["-D", data, ...settings], { ...asOwner(), stdio: ["ignore", "ignore", "pipe"] });
}

async function untilReady(started: ChildProcess): Promise<void> {
  let log = "";
  await new Promise<void>((resolve, reject) => {
    started.once("error", reject);
    started.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
    started.stderr?.on("data", (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-10_000);
      if (/ready to accept (?:read-only )?connections/.test(log)) resolve();
    });
  });
}

/** SIGINT is PostgreSQL's fast shutdown, which closes open connections. */
async function stopServer(): Promise<void> {
  const running = server;
  if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
  const end = new Promise((resolve) => running.once("exit", resolve));
  running.kill("SIGINT");
  const force = setTimeout(() => running.kill("SIGKILL"), 10_000);
  await end;
  clearTimeout(force);
}

function asOwner(): Partial<Owner> & { cwd: string } {
  return { ...owner, cwd: folder };
}
