import type { exportAuditEvents as endpoint } from "@storyport/contract/audit";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { reachOf } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { countEvents, findEvents } from "./queries.ts";
import type { EventReading, EventRow } from "./queries.ts";
import { recordEvent } from "./record-event.ts";

/** The contract promises this number in the summary of the call. */
const most = 10_000;
/** Events of one statement, because an event may have 20 kB. */
const mostAtOnce = 500;

export const exportHeader = ["time", "event", "who", "whom", "organization", "details", "request", "network", "who id", "whom id"] as const;

/**
 * Exports the newest 10,000 events that match the filter, newest first. Records the export as an event before it is read, so that an
 * aborted download is in the history too. Only administrators may call it. They see all organizations, so no organization is refused.
 */
export async function exportAuditEvents(
  { database }: AppContext,
  caller: LoggedInCaller,
  { organizationId, ...wish }: z.output<typeof endpoint.query>,
): Promise<AsyncGenerator<EventRow[]>> {
  const filter = { ...wish, organizationIds: organizationId === undefined ? undefined : [organizationId], most };
  const reach = await reachOf(database, caller.session, "manage_members");
  const { count, before } = await countEvents(database, filter);
  await recordEvent(database, caller, {
    event: "history_exported",
    actorId: caller.session.accountId,
    organizationId,
    details: { rows: count },
  });
  return readInParts(database, { filter: { ...filter, before: before ?? undefined, most: count }, reach });
}

/** Yields the newest `most` events of the filter, up to 500 at a time. Holds no connection between two parts. */
async function* readInParts(database: Database, { filter, reach }: EventReading): AsyncGenerator<EventRow[]> {
  let { before, most: left } = filter;
  while (left > 0) {
    // Always the same number, because each other number would be a statement of its own.
    const found = await findEvents(database, { filter: { ...filter, before, most: mostAtOnce }, reach });
    const rows = found.slice(0, left);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    before = last.id;
    left -= rows.length;
  }
}

/** A row under `exportHeader`. */
export function exportRow(event: EventRow): (string | null)[] {
  return [
    event.at.toISOString(),
    event.event,
    event.actor,
    event.target,
    event.organizationKey,
    JSON.stringify(event.details),
    event.requestId,
    event.network,
    event.actorId,
    event.targetId,
  ];
}
