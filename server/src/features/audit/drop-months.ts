import { setTimeout as pauseFor } from "node:timers/promises";
import type { Database } from "#/platform/database/connect.ts";
import { isLockedOut, isMissingTable, isNotPermitted } from "#/platform/database/database-faults.ts";
import { operator } from "#/platform/http/caller.ts";
import { StartRefusal } from "#/platform/settings.ts";
import { nameOf } from "./history-months.ts";
import { dropPart, findDayBefore, listClosedMonths, listParts } from "./month-queries.ts";
import type { HistoryPart } from "./month-queries.ts";
import { recordEvent } from "./record-event.ts";

/** PostgreSQL knows no dates before 4713 BC. */
const mostYears = 1000;

/** The years for which the history is kept, from one to `mostYears`. */
export interface Retention {
  years: number;
  /** The first day of a month, such as 2022-08-01. Only months before it are dropped. */
  before: string | undefined;
}

export interface OldMonth extends HistoryPart {
  events: number;
}

/**
 * Lists the months that may go, oldest first. Refuses (StartRefusal) less than a year, part of a year, more than `mostYears`, and
 * `before` inside the retention. Also refuses months without a digest, because their absence could not be told from a theft.
 */
export async function findOldMonths(database: Database, { years, before }: Retention): Promise<OldMonth[]> {
  if (!Number.isInteger(years) || years < 1 || years > mostYears)
    throw new StartRefusal(`The history is kept for a whole number of years, 1 to ${mostYears}.`);
  const keptFrom = await findDayBefore(database, years);
  if (before !== undefined && before > keptFrom) {
    throw new StartRefusal(`The history is kept for ${years} years, so everything since ${keptFrom} stays. Nothing was dropped.`);
  }
  const closed = await listClosedMonths(database);
  const old = (await listParts(database)).filter(({ endsOn }) => endsOn <= (before ?? keptFrom));
  return old.map((part) => {
    const month = closed.find(({ endsOn }) => endsOn === part.endsOn);
    if (month === undefined)
      throw new StartRefusal(`${nameOf(part)} has no digest yet. A portal makes it within hours. Nothing was dropped.`);
    return { ...part, events: month.events };
  });
}

interface DropOptions {
  /** How many times it tries to get the lock of the table. */
  tries: number;
  pauseMs: number;
}

/**
 * Drops one month with its blocks, and records it. Its digest stays, because the next month continues it. `database` must be the
 * owner's. Waits for a table in use in tries of half a second at most. So no login waits behind it for longer. Returns false if another
 * command dropped the month meanwhile. Refuses (StartRefusal) a role that is not the owner, and a table that stays in use.
 */
export async function dropMonth(
  database: Database,
  month: OldMonth,
  { tries, pauseMs }: DropOptions = { tries: 30, pauseMs: 2000 },
): Promise<boolean> {
  for (let left = tries; ; left--) {
    try {
      await database.transaction().execute(async (transaction) => {
        await dropPart(transaction, month);
        await recordEvent(transaction, operator, { event: "history_dropped", details: { month: nameOf(month), events: month.events } });
      });
      return true;
    } catch (error) {
      if (isNotPermitted(error)) throw new StartRefusal(notTheOwner, { cause: error });
      if (isMissingTable(error) && (await isDropped(database, month))) return false;
      if (!isLockedOut(error)) throw error;
      if (left <= 1)
        throw new StartRefusal(`${nameOf(month)} was not dropped, because others keep reading the history. Try again later.`, {
          cause: error,
        });
      await pauseFor(pauseMs);
    }
  }
}

async function isDropped(database: Database, { endsOn }: OldMonth): Promise<boolean> {
  return (await listClosedMonths(database)).some((month) => month.endsOn === endsOn && month.isDropped);
}

const notTheOwner = "Only the owner of the tables may drop a part of the history. Set DATABASE_OWNER_URL (docs/operating.md, Two roles).";
