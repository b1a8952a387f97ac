import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { sweepStallsAfterMinutes } from "#/features/health/find-faults.ts";
import type { Database } from "#/platform/database/connect.ts";
import { findSecondsLeft } from "#/platform/maintenance.ts";
import { findingsOf, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";

const outbox = findingsOf("outbox");
const sweep = findingsOf("sweep");
const disk = findingsOf("disk");
const maintenance = findingsOf("maintenance");

/** Letters usually wait for seconds, and about two minutes after a fault. A letter that the mail server refuses waits an hour: a finding. */
const longWaitMinutes = 15;
const leastFree = { share: 0.05, bytes: 1024 ** 3 };

/** Checks what the portals' jobs leave behind, and whether maintenance is on. */
export async function checkWork(database: Database): Promise<Finding[]> {
  return [await checkOutbox(database), await checkSweep(database), await checkMaintenance(database)];
}

async function checkOutbox(database: Database): Promise<Finding> {
  const { waiting, minutes, error } = await database
    .selectFrom("outbox")
    .where("sent_at", "is", null)
    .where("abandoned_at", "is", null)
    .select(({ fn }) => fn.countAll<string>().as("waiting"))
    .select(sql<number>`coalesce(extract(epoch from now() - min(created_at)) / 60, 0)::float8`.as("minutes"))
    .select(sql<string | null>`max(last_error)`.as("error"))
    .executeTakeFirstOrThrow();
  const reason = error === null ? "" : ` (${error})`;
  if (minutes < longWaitMinutes) return outbox.ok(`${waiting} letters wait${reason}.`);
  return outbox.warning(
    `${waiting} letters wait, the oldest for ${Math.round(minutes)} min${reason}.`,
    "See the findings about mail, and whether a portal runs.",
  );
}

async function checkSweep(database: Database): Promise<Finding> {
  const runs = await database
    .selectFrom("sweep_runs")
    .select(["name", "error"])
    .select(sql<number | null>`extract(epoch from now() - finished_at)::float8 / 60`.as("minutes"))
    .execute();
  if (runs.length === 0) return sweep.unchecked("The sweep has not run yet. A portal runs it every ten minutes.");
  // The first run of a table may still be working.
  const late = runs.filter(({ minutes, error }) => (minutes === null ? error !== null : minutes > sweepStallsAfterMinutes));
  if (late.length === 0) return sweep.ok("Expired rows were removed within the last two hours.");
  const names = late.map(({ name, error }) => (error === null ? name : `${name} (${error})`));
  return sweep.warning(`Expired rows stay in ${names.join(", ")}.`, "See whether a portal runs, and docs/operating.md, The sweep.");
}

async function checkMaintenance(database: Database): Promise<Finding> {
  const seconds = await findSecondsLeft(database);
  if (seconds === undefined) return maintenance.ok("Maintenance is off.");
  return maintenance.warning("Maintenance is on: nobody can log in.", "When the work is done: npm run admin -- maintenance off");
}

/** The disk of this folder, on this machine. PostgreSQL may use another disk. */
export async function checkDisk(folder: string): Promise<Finding> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const says = `${(free / 1024 ** 3).toFixed(1)} GB are free on the disk of ${folder} (${Math.round((bavail / blocks) * 100)} %).`;
    return free < leastFree.bytes || bavail / blocks < leastFree.share
      ? disk.warning(says, "Make room, or enlarge the disk.")
      : disk.ok(says);
  } catch (error) {
    return disk.unchecked(`The disk of ${folder} cannot be looked at (${reasonOf(error)}).`);
  }
}
