import type { NamedThing } from "@storyport/contract/audit";
import type { Reach } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import { findThings } from "./queries.ts";

/** Far more than a page of events has. A list of classes may be long. */
const most = 2000;
const idPattern = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/**
 * Returns the current names of the ids in event details. Names only things in the reader's organizations, because an event
 * there may mention a person who has since left.
 */
export async function nameThings(database: Database, reach: Reach, details: readonly unknown[]): Promise<NamedThing[]> {
  const ids = new Set((JSON.stringify(details).match(idPattern) ?? []).map((id) => id.toLowerCase()));
  return ids.size === 0 ? [] : findThings(database, reach, [...ids].slice(0, most));
}
