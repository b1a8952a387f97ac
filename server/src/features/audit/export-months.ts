import type { Database } from "#/platform/database/connect.ts";
import { beforeAll } from "./history-months.ts";
import { listLines, listParts } from "./month-queries.ts";
import type { HistoryPart } from "./month-queries.ts";

/** Events of one statement, so that a long export needs little memory. */
const most = 5000;

/** Days in UTC, as 2026-11-01. The day `to` is excluded. */
export interface Days {
  from: string;
  to: string;
}

/** Lists the parts of the history that cover any of these days, oldest first. */
export async function listPartsWithin(database: Database, { from, to }: Days): Promise<HistoryPart[]> {
  return (await listParts(database)).filter(({ startsOn, endsOn }) => endsOn > from && (startsOn === null || startsOn < to));
}

/** Yields the events of these days as lines of JSON, up to 5,000 at a time. They come month by month, in the order of their ids. */
export async function* exportLines(database: Database, days: Days): AsyncGenerator<string[]> {
  for (const part of await listPartsWithin(database, days)) {
    let after = beforeAll;
    for (;;) {
      const rows = await listLines(database, part, { after, most, within: days });
      const last = rows.at(-1);
      if (last === undefined) break;
      yield rows.map(({ line }) => line);
      after = last.id;
    }
  }
}
