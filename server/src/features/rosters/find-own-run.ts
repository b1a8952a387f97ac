import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findRun } from "./queries.ts";
import type { RunRow } from "./queries.ts";
import { requireRosterReach } from "./require-roster-reach.ts";

/** Finds a run of an organization. Refuses a missing run as not found, and otherwise like `requireRosterReach`. */
export async function findOwnRun(database: Database, session: Session, runId: string): Promise<Omit<RunRow, "roster">> {
  const found = await findRun(database, runId);
  if (found === undefined) throw new Refusal("errors.notFound");
  await requireRosterReach(database, session, found.organization_id);
  return found;
}
