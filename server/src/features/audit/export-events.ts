import type { exportAuditEvents as endpoint } from "@storyport/contract/audit";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { reachOf } from "#/features/rights/reach.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { findEvents } from "./queries.ts";
import { recordEvent } from "./record-event.ts";

/** The contract promises this number in the summary of the call. */
const most = 10_000;

export const exportHeader = ["time", "event", "who", "whom", "organization", "details", "request", "network", "who id", "whom id"] as const;

/**
 * Returns the newest 10,000 events that match the filter, as rows under `exportHeader`. Records the export as an event. Only
 * administrators may call it, and they see all organizations, so it refuses none.
 */
export async function exportAuditEvents(
  { database }: AppContext,
  caller: LoggedInCaller,
  { organizationId, ...filter }: z.output<typeof endpoint.query>,
): Promise<(string | null)[][]> {
  const organizationIds = organizationId === undefined ? undefined : [organizationId];
  const reach = await reachOf(database, caller.session, "manage_members");
  const rows = await findEvents(database, { filter: { ...filter, organizationIds, most }, reach });
  await recordEvent(database, caller, {
    event: "history_exported",
    actorId: caller.session.accountId,
    organizationId,
    details: { rows: rows.length },
  });
  return rows.map((row) => [
    row.at.toISOString(),
    row.event,
    row.actor,
    row.target,
    row.organizationKey,
    JSON.stringify(row.details),
    row.requestId,
    row.network,
    row.actorId,
    row.targetId,
  ]);
}
