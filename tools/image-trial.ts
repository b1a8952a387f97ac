// Starts a built image as an engine would, with its own user, command and health check. A real PostgreSQL runs beside it.
import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod/mini";

import { demandCommand, runCommand } from "./commands.ts";
import { findFreePorts } from "./ports.ts";
import { withProgress } from "./progress.ts";
import { startTestDatabase } from "./test-database.ts";

const config = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string(),
      Entrypoint: z.array(z.string()),
      Cmd: z.array(z.string()),
      Healthcheck: z.object({ Test: z.array(z.string()) }),
    }),
  }),
});

const patienceMs = 120_000;
const email = "ada@school.example";
const password = "Lantern-Over-Water-31";

/** Prints every file that the image's user could change. Only /tmp and what the engine mounts may be writable. */
const findWritable = `
const { accessSync, lstatSync, readdirSync, constants } = require("node:fs");
const mounted = new Set(["/tmp", "/proc", "/sys", "/dev", "/run", "/etc/hosts", "/etc/resolv.conf"]);
const visit = (place) => {
  if (mounted.has(place)) return;
  const seen = lstatSync(place);
  if (seen.isSymbolicLink()) return;
  try { accessSync(place, constants.W_OK); console.log(place); } catch {}
  let names = [];
  if (seen.isDirectory()) try { names = readdirSync(place); } catch {}
  for (const name of names) visit(place === "/" ? "/" + name : place + "/" + name);
};
visit("/");
console.log("user " + process.getuid() + ":" + process.getgid());
`;

/**
 * Throws with a sentence if the image does not start, is not healthy, refuses the login or does not stop. Throws too if its user can change
 * its files.
 */
export async function tryImage(image: string): Promise<void> {
  const { User: user, Entrypoint: entrypoint, Cmd: command, Healthcheck: health } = await readConfig(image);
  const server = await startTestDatabase();
  const container = (await demandCommand(["buildah", "from", image])).trim();
  try {
    const port = await findFreePorts(2);
    const settings = settingsFor(await createDatabase(server.url), port);
    const inside = (...words: readonly string[]): string[] => [
      "buildah",
      "run",
      "--isolation=chroot",
      ...settings,
      container,
      "--",
      ...words,
    ];

    const written = (await demandCommand(inside("node", "-e", findWritable))).trim().split("\n");
    if (written.at(-1) !== `user ${user}` || written.length > 1) throw new Error(`${user} can write to:\n${written.join("\n")}`);
    console.log(`  it runs as ${user}, who can write to /tmp alone`);
    console.log(`  migrate: ${lastLine(await withProgress("Migrating", () => demandCommand(inside(...entrypoint, "admin", "migrate"))))}`);

    const portal = startPortal(inside(...entrypoint, ...command));
    try {
      const [, ...check] = health.Test;
      await withProgress("Starting the portal", () => untilHealthy(portal, inside(...check)));
      const link = linkIn(await demandCommand(inside(...entrypoint, "admin", "create", email)));
      await logIn(`http://127.0.0.1:${port}`, link);
      console.log(`  ${email} chose a password and logged in`);
      await stopPortal(portal, port + 1);
    } finally {
      portal.kill();
    }
  } finally {
    await runCommand(["buildah", "rm", container]);
    await server.stop();
  }
}

async function readConfig(image: string): Promise<z.infer<typeof config>["Docker"]["config"]> {
  return config.parse(JSON.parse(await demandCommand(["buildah", "inspect", "--type=image", image]))).Docker.config;
}

/** A database with a role that may log in, as the README says. Returns its address. */
async function createDatabase(admin: string): Promise<string> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  await client.query("create role storyport login");
  await client.query("create database storyport owner storyport template template0 encoding 'UTF8' locale 'C.UTF-8'");
  await client.end();
  const url = new URL(admin);
  url.username = "storyport";
  url.pathname = "/storyport";
  return url.href;
}

function settingsFor(databaseUrl: string, port: number): string[] {
  const secret = (): string => randomBytes(32).toString("base64");
  const settings = {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    MANAGEMENT_PORT: String(port + 1),
    PUBLIC_URL: "https://login.school.example",
    SECRET_KEY: secret(),
    // Nothing listens there: `admin create` prints the link that the letter has.
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "no-reply@school.example",
    DASHBOARD_URL: "https://dashboard.school.example",
    DASHBOARD_CLIENT_SECRET: secret(),
  };
  return Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`);
}

interface RunningPortal {
  readonly child: ChildProcess;
  readonly ended: Promise<number>;
  readonly output: () => string;
  /** Ends it at once, also a portal whose buildah has ended before it. */
  readonly kill: () => void;
}

/** In a process group of its own, because buildah does not pass on signals to what it runs. */
function startPortal([program = "", ...words]: readonly string[]): RunningPortal {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"], detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number>((resolve) => child.once("close", (code) => resolve(code ?? 1)));
  const kill = (): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
  };
  process.once("exit", kill);
  return { child, ended, output: () => output, kill };
}

async function untilHealthy(portal: RunningPortal, check: readonly string[]): Promise<void> {
  const started = performance.now();
  for (;;) {
    if ((await runCommand(check)).code === 0) return;
    const isOver = portal.child.exitCode !== null || performance.now() - started > patienceMs;
    if (isOver) throw new Error(`The portal did not become healthy:\n${portal.output()}`);
    await delay(500);
  }
}

/** Chooses the first password by the mailed link's token, and logs in with it, as a browser on our pages does. */
async function logIn(address: string, link: string): Promise<void> {
  const token = new URL(link).searchParams.get("code");
  await post(`${address}/api/auth/pw/new-user-password`, { email, password, token });
  const answer = await post(`${address}/api/auth/pw/login`, { email, password, deviceName: "the image's trial" });
  if (!answer.headers.getSetCookie().some((cookie) => cookie.startsWith("__Host-"))) throw new Error("The login set no session cookie.");
}

async function post(url: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** The engine sends the signal to the portal itself. Here its own management port says which process it is. */
async function stopPortal(portal: RunningPortal, managementPort: number): Promise<void> {
  const { instance } = z.object({ instance: z.string() }).parse(await (await fetch(`http://127.0.0.1:${managementPort}/version`)).json());
  const started = performance.now();
  // The last part is random.
  process.kill(Number(instance.split("-").at(-2)), "SIGTERM");
  const code = await portal.ended;
  if (code !== 0) throw new Error(`The portal ended with ${code}:\n${portal.output()}`);
  console.log(`  it stopped ${((performance.now() - started) / 1000).toFixed(1)} s after SIGTERM`);
}

function linkIn(output: string): string {
  const [link] = output.match(/https:\/\/\S+/) ?? [];
  if (link === undefined) throw new Error(`admin create printed no link:\n${output}`);
  return link;
}

function lastLine(output: string): string {
  return output.trimEnd().split("\n").at(-1) ?? "";
}
