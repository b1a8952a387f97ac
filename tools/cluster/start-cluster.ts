/** Starts the whole installation of docs/high-availability.md on this machine, as processes on loopback addresses. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { demandCommand, runCommand } from "#/commands.ts";
import { withProgress } from "#/progress.ts";
import { projectFolder } from "#/project-folder.ts";
import { databaseName, etcdCommand, haproxySettings, pgbouncerSettings, type Secrets, userList } from "./configurations.ts";
import { type DatabaseMachine, type Owner, prepareDatabaseMachine, readRoles } from "./database-member.ts";
import { Member } from "./member.ts";
import { demandProgram, missingPackages } from "./packages.ts";
import { balancerPlaces, databaseNodes, etcdMembers, poolers, portalPlaces, publicUrl, smtpUrl, standInsPort } from "./places.ts";

export interface Cluster {
  readonly folder: string;
  readonly etcd: readonly Member[];
  readonly databases: readonly DatabaseMachine[];
  readonly poolers: readonly Member[];
  readonly balancer: Member;
  readonly portals: readonly Member[];
  readonly mail: Member;
  /** The certificate of the balancer, which clients must trust. */
  readonly certificate: string;
  /** The address of the present primary, for a superuser. */
  readonly adminUrl: string;
  /** The environment of a portal, for `npm run admin`. */
  readonly portalSettings: Readonly<Record<string, string>>;
  /** Ends all processes, and deletes the folder. Throws if another program still uses a machine's disk. */
  stop(): Promise<void>;
}

const patienceMs = 120_000;

/** Throws with a sentence if a package is missing. If `signal` aborts, it stops what has started, and throws. */
export async function startCluster(portalCount: number, signal: AbortSignal): Promise<Cluster> {
  const missing = missingPackages();
  if (missing !== undefined) throw new Error(missing);
  if (!existsSync(path.join(projectFolder, "web/dist"))) throw new Error("The pages are not built: npm run build");
  const owner = await unprivilegedOwner();
  const folder = await mkdtemp("/tmp/storyport-cluster-");
  await giveTo(owner, folder);
  const secrets: Secrets = { superuser: secret(), replication: secret(), owner: secret(), portal: secret() };
  const parts = await prepare(folder, { owner, secrets, portalCount });
  const cluster = { ...parts, folder, stop: () => stopAll(parts, folder) };
  try {
    await startAll(cluster, secrets, signal);
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

type Parts = Omit<Cluster, "folder" | "stop">;

async function prepare(folder: string, needs: { owner: Owner; secrets: Secrets; portalCount: number }): Promise<Parts> {
  const { owner, secrets } = needs;
  const member = (name: string, command: readonly string[], env: Record<string, string> = {}): Member =>
    new Member({ name, command, folder, log: path.join(folder, `${name}.log`), env, ...owner });
  const file = async (name: string, content: string): Promise<string> => {
    const place = path.join(folder, name);
    await writeFile(place, content, { mode: 0o600 });
    await giveTo(owner, place);
    return place;
  };
  const places = portalPlaces(needs.portalCount);
  const certificate = await makeCertificate(folder, owner);
  await file("userlist.txt", userList(secrets));
  const haproxy = await file("haproxy.cfg", haproxySettings(places, certificate));
  const nodes = databaseNodes.map(({ host, postgresWire }) => `${host}:${postgresWire}`).join(",");
  const settings = portalSettings(secrets, nodes);
  // As in production (docs/operating.md).
  const node = [process.execPath, "--max-semi-space-size=4"];
  const databases: DatabaseMachine[] = [];
  for (const place of databaseNodes) databases.push(await prepareDatabaseMachine(place, folder, needs));
  const poolerFiles = await Promise.all(poolers.map((place) => file(`${place.name}.ini`, pgbouncerSettings(place, folder))));
  return {
    etcd: etcdMembers.map((place) => member(place.name, [demandProgram("etcd"), ...etcdCommand(place, folder)])),
    databases,
    poolers: poolers.map(({ name }, index) => member(name, [demandProgram("pgbouncer"), poolerFiles[index] ?? ""])),
    balancer: member("haproxy", [demandProgram("haproxy"), "-W", "-db", "-f", haproxy]),
    // Portals and mail run as the present user: the engines' user may not be able to read the repository.
    portals: places.map(
      ({ name, host, port, management }) =>
        new Member({
          name,
          command: [...node, path.join(projectFolder, "server/src/main.ts")],
          folder: projectFolder,
          log: path.join(folder, `${name}.log`),
          env: { ...settings, HOST: host, PORT: String(port), MANAGEMENT_HOST: host, MANAGEMENT_PORT: String(management) },
        }),
    ),
    mail: new Member({
      name: "mail",
      command: [process.execPath, path.join(projectFolder, "stand-ins/start.ts")],
      folder: projectFolder,
      log: path.join(folder, "mail.log"),
      // Stand-ins do not start in production.
      env: { STAND_INS_PORT: String(standInsPort), PUBLIC_URL: publicUrl, NODE_ENV: "" },
    }),
    certificate,
    adminUrl: `postgres://postgres:${secrets.superuser}@${balancerPlaces.primary.host}:${balancerPlaces.primary.port}/${databaseName}`,
    portalSettings: settings,
  };
}

function portalSettings(secrets: Secrets, nodes: string): Record<string, string> {
  const pooled = poolers.map(({ host, port }) => `${host}:${port}`).join(",");
  return {
    NODE_ENV: "production",
    PUBLIC_URL: publicUrl,
    DATABASE_URL: `postgres://storyport:${secrets.portal}@${pooled}/${databaseName}`,
    DATABASE_DIRECT_URL: `postgres://storyport:${secrets.portal}@${nodes}/${databaseName}?target_session_attrs=read-write`,
    DATABASE_OWNER_URL: `postgres://storyport_owner:${secrets.owner}@${nodes}/${databaseName}?target_session_attrs=read-write`,
    DATABASE_POOLER: "transaction",
    SECRET_KEY: randomBytes(32).toString("base64"),
    SMTP_URL: smtpUrl,
    MAIL_FROM: "no-reply@cluster.example",
    DASHBOARD_URL: "https://dashboard.cluster.example",
    DASHBOARD_CLIENT_SECRET: secret(),
    TRUSTED_PROXIES: "127.0.0.0/8",
  };
}

async function startAll(
  { folder, etcd, databases, poolers: pooling, balancer, portals, mail }: Cluster,
  secrets: Secrets,
  signal: AbortSignal,
): Promise<void> {
  const until = (what: string, isSo: () => Promise<boolean>): Promise<void> => untilTrue(what, isSo, signal);
  await withProgress("etcd, three members", async () => {
    for (const member of etcd) member.start();
    for (const { host, port } of etcdMembers) await until(`etcd on ${host}`, () => isOk(`http://${host}:${port}/health`));
  });
  await withProgress("Patroni, a primary and a standby", async () => {
    for (const { member } of databases) member.start();
    await until("a primary with a synchronous standby", async () => (await readRoles()).synchronousStandby !== undefined);
  });
  for (const member of [...pooling, balancer, mail]) member.start();
  await withProgress("roles and database", () => createDatabase(folder, secrets, until));
  await withProgress(`${portals.length} portals`, async () => {
    for (const portal of portals) portal.start();
    await until("all portals", async () => (await readyPortals(portals.length)) === portals.length);
  });
}

/** Counts the portals that say that they and their database can serve users. */
export async function readyPortals(count: number): Promise<number> {
  const answers = await Promise.all(portalPlaces(count).map(({ host, port }) => isOk(`http://${host}:${port}/readyz/database`)));
  return answers.filter(Boolean).length;
}

type Until = (what: string, isSo: () => Promise<boolean>) => Promise<void>;

async function createDatabase(folder: string, { superuser, owner, portal }: Secrets, until: Until): Promise<void> {
  const { primary } = balancerPlaces;
  const psql = [
    "psql",
    "-v",
    "ON_ERROR_STOP=1",
    "-qAt",
    "-h",
    primary.host,
    "-p",
    String(primary.port),
    "-U",
    "postgres",
    "-d",
    "postgres",
  ];
  // In a file, because other users can read the arguments of a command.
  const script = path.join(folder, "roles.sql");
  const statements = [
    `create role storyport_owner login password '${owner}';`,
    `create role storyport login password '${portal}';`,
    "alter role storyport set statement_timeout = '5s';",
    "alter role storyport set idle_in_transaction_session_timeout = '10s';",
    `create database ${databaseName} owner storyport_owner template template0 encoding 'UTF8' locale 'C.UTF-8';`,
  ];
  await writeFile(script, statements.join("\n"), { mode: 0o600 });
  const env = { PGPASSWORD: superuser, PGCONNECT_TIMEOUT: "2" };
  // At first the balancer takes both machines for primaries, and leads to them in turn. So two questions in a row must agree.
  const isPrimary = async (): Promise<boolean> => {
    const { output } = await runCommand([...psql, "-c", "select not pg_is_in_recovery()"], { env });
    return output.trim() === "t";
  };
  await until("the balancer leads to the primary", async () => (await isPrimary()) && (await isPrimary()));
  await demandCommand([...psql, "-f", script], { env });
}

async function makeCertificate(folder: string, owner: Owner): Promise<string> {
  const [key, certificate, both] = ["web.key", "web.crt", "web.pem"].map((name) => path.join(folder, name)) as [string, string, string];
  const { host } = balancerPlaces.web;
  const names = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=IP:${host}`];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-keyout", key, "-out", certificate];
  await demandCommand([demandProgram("openssl"), ...request, ...names]);
  await writeFile(both, (await readFile(certificate, "utf8")) + (await readFile(key, "utf8")), { mode: 0o600 });
  await giveTo(owner, both);
  return both;
}

/** PostgreSQL, etcd and PgBouncer refuse to run as root. */
async function unprivilegedOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return { uid: undefined, gid: undefined };
  const users = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  const found = users.find(([name]) => name === "postgres");
  if (found === undefined)
    throw new Error("PostgreSQL refuses to run as root, and there is no user postgres. Install Debian's postgresql.");
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

async function giveTo({ uid, gid }: Owner, place: string): Promise<void> {
  await chmod(place, (await stat(place)).isDirectory() ? 0o700 : 0o600);
  if (uid !== undefined && gid !== undefined) await chown(place, uid, gid);
}

async function stopAll({ portals, mail, balancer, poolers: pooling, databases, etcd }: Parts, folder: string): Promise<void> {
  await Promise.all([...portals, mail].map((member) => member.stop()));
  await Promise.all([balancer, ...pooling].map((member) => member.stop()));
  await Promise.all(databases.map(({ member }) => member.stop()));
  await Promise.all(etcd.map((member) => member.stop()));
  const busy: string[] = [];
  for (const { incoming, toEtcd, hasOwnDisk, folder: own } of databases) {
    for (const wire of [...incoming, ...toEtcd]) wire.close();
    if (hasOwnDisk && (await runCommand(["umount", own])).code !== 0) busy.push(own);
  }
  if (busy.length > 0) {
    throw new Error(
      `A program still uses ${busy.join(" and ")}, such as a Patroni that you started. End it, then: umount ${busy.join(" ")} && rm -r ${folder}`,
    );
  }
  await rm(folder, { recursive: true, force: true });
}

async function isOk(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.ok === true;
}

/** Asks again and again until `isSo` returns true. Throws after two minutes, or if `signal` aborts. */
export async function untilTrue(what: string, isSo: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  const latest = performance.now() + patienceMs;
  while (!(await isSo())) {
    signal.throwIfAborted();
    if (performance.now() > latest) throw new Error(`${what}: not within ${patienceMs / 1000} s. The logs are in the cluster's folder.`);
    await pause(250);
  }
}

function secret(): string {
  return randomBytes(24).toString("hex");
}
