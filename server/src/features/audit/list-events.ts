import type { listAuditEvents as endpoint, NamedThing } from "@storyport/contract/audit";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { isWithin, reachOf } from "#/features/rights/reach.ts";
import type { Reach } from "#/features/rights/reach.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import type { Database } from "#/platform/database/connect.ts";
import { findEvents, findThings } from "./queries.ts";

const pageSize = 50;
/** Ids beyond these get no name. A page has fewer, unless its events list very many classes. */
const mostNamed = 2000;
const idPattern = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/**
 * Lists events, newest first, fifty per page. A manager of members sees the events of the organizations in reach; an administrator
 * sees all. Another organization is refused as not found.
 */
export async function listAuditEvents(
  { database }: AppContext,
  session: Session,
  { organizationId, ...filter }: z.output<typeof endpoint.query>,
): Promise<ResponseOf<typeof endpoint>> {
  const reach = await reachOf(database, session, "manage_members");
  const organizationIds = organizationsToShow(reach, organizationId);
  // Fetch one more event than a page shows, to learn whether another page exists.
  const rows = await findEvents(database, { filter: { ...filter, organizationIds, most: pageSize + 1 }, reach });
  const shown = rows.slice(0, pageSize);
  return {
    results: shown.map((row) => ({ ...row, at: row.at.toISOString() })),
    named: await nameThings(
      database,
      reach,
      shown.map(({ details }) => details),
    ),
    next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
  };
}

function organizationsToShow(reach: Reach, wanted: string | undefined): readonly string[] | undefined {
  if (wanted === undefined) return reach === "everywhere" ? undefined : reach;
  if (!isWithin(reach, wanted)) throw new Refusal("errors.notFound");
  return [wanted];
}

/**
 * Returns the current names of the ids in event details. Names only things in the reader's organizations, because an event
 * there may mention a person who has since left.
 */
async function nameThings(database: Database, reach: Reach, details: readonly unknown[]): Promise<NamedThing[]> {
  const ids = new Set((JSON.stringify(details).match(idPattern) ?? []).map((id) => id.toLowerCase()));
  return ids.size === 0 ? [] : findThings(database, reach, [...ids].slice(0, mostNamed));
}
