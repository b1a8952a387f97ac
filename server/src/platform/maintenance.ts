/**
 * The switch for maintenance: while its row is there, logins and changes wait in all portals. Reading and running games go on
 * (docs/decisions/0061).
 */
import { sql } from "kysely";
import type { PortalState } from "@storyport/contract/endpoint";
import type { Database } from "./database/connect.ts";
import { isDatabaseAway } from "./database/database-faults.ts";
import { Refusal } from "./refusal.ts";

/** For this time a portal remembers what it has read. */
export const maintenanceMemorySeconds = 2;
/** Said when the announced end has passed: work takes longer than planned. */
const overdueSeconds = 60;

export interface MaintenanceSwitch {
  /** What a page has to know before it is drawn. */
  state(): Promise<PortalState>;
  /** Throws the refusal of a call that has to wait (errors.maintenance). */
  requireOpen(): Promise<void>;
}

/**
 * Reads the row at most every two seconds, and only for pages and for calls that would have to wait. While the database is away each page
 * reads it.
 */
export function createMaintenanceSwitch(database: Database): MaintenanceSwitch {
  let readAt = -Infinity;
  let seconds: number | undefined;
  let isAway = false;
  let reading: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    try {
      seconds = await findSecondsLeft(database);
      isAway = false;
    } catch (error) {
      // What was known stays. A call meets the same fault by itself.
      if (!isDatabaseAway(error)) throw error;
      isAway = true;
    } finally {
      readAt = performance.now();
      reading = undefined;
    }
  };
  const isFresh = (): boolean => performance.now() - readAt <= maintenanceMemorySeconds * 1000;
  return {
    async state() {
      // A page asks again after each failure, so that it comes back as soon as the database does.
      if (isAway || !isFresh()) await (reading ??= read());
      if (isAway) return { is: "away" };
      return seconds === undefined ? { is: "open" } : { is: "maintained", seconds };
    },
    async requireOpen() {
      if (!isFresh()) await (reading ??= read());
      if (seconds !== undefined) throw new Refusal("errors.maintenance", { retryAfterSeconds: seconds });
    },
  };
}

/** Returns the seconds until the announced end, at least sixty. Returns undefined without maintenance. */
export async function findSecondsLeft(database: Database): Promise<number | undefined> {
  const row = await database
    .selectFrom("maintenance")
    .select(sql<number>`ceil(greatest(${overdueSeconds}, extract(epoch from ends_at - now())))::int`.as("seconds"))
    .executeTakeFirst();
  return row?.seconds;
}

/** Begins maintenance, or announces another end. */
export async function beginMaintenance(database: Database, minutes: number): Promise<void> {
  const ends_at = sql<Date>`now() + make_interval(mins => ${minutes}::int)`;
  await database
    .insertInto("maintenance")
    .values({ ends_at })
    .onConflict((conflict) => conflict.column("is_only").doUpdateSet({ ends_at }))
    .execute();
}

/** Returns whether there was any maintenance. */
export async function endMaintenance(database: Database): Promise<boolean> {
  const { numDeletedRows } = await database.deleteFrom("maintenance").executeTakeFirst();
  return numDeletedRows > 0n;
}
