import { requireReach } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findRun } from "./queries.ts";
import type { RunRow } from "./queries.ts";

/** Finds a run of an organization whose members the caller manages. Refuses any other run as not found. */
export async function findOwnRun(database: Database, session: Session, runId: string): Promise<RunRow> {
  const found = await findRun(database, runId);
  if (found === undefined) throw new Refusal("errors.notFound");
  await requireReach(database, session, { organizationId: found.organization_id, permission: "manage_members" });
  return found;
}
