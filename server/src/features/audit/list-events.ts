import type { listAuditEvents as endpoint } from "@storyport/contract/audit";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { isWithin, reachOf } from "#/features/rights/reach.ts";
import type { Reach } from "#/features/rights/reach.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { nameThings } from "./name-things.ts";
import { findEvents } from "./queries.ts";

const pageSize = 50;

/**
 * Lists events, newest first, fifty per page. A manager of members sees the events of their organizations; an administrator
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
