import { sql } from "kysely";
import type { AuditEvent } from "@storyport/contract/audit";
import type { Database } from "#/platform/database/connect.ts";

export interface EventFilter {
  about?: string | undefined;
  actorId?: string | undefined;
  event?: string | undefined;
  /** Only what happened in these organizations; everything where it is left out. */
  organizationIds?: readonly string[] | undefined;
  /** Whole days, UTC, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Older than this event. */
  before?: string | undefined;
  most: number;
}

type EventRow = Omit<AuditEvent, "at"> & { at: Date };

/** Newest first. What things are called is looked up now: the history itself holds no name (see the comment at its table). */
export async function findEvents(database: Database, filter: EventFilter): Promise<EventRow[]> {
  const { about = null, actorId = null, event = null, from = null, to = null, before = null } = filter;
  const organizationIds = filter.organizationIds === undefined ? null : [...filter.organizationIds];
  const { rows } = await sql<EventRow>`
    select e.id::text as id, e.at, e.event, e.actor_id as "actorId", coalesce(actor.email, actor.display_name) as actor,
      e.target_id as "targetId",
      coalesce(target.email, target.display_name, ug.name, pg.name, p.name, target_organization.key) as target,
      case when target.id is not null then 'account' when ug.id is not null then 'userGroup' when pg.id is not null then 'playerGroup'
        when p.id is not null then 'player' when target_organization.id is not null then 'organization' end as "targetKind",
      e.organization_id as "organizationId", o.key as "organizationKey", e.request_id as "requestId", e.network, e.details
    from (
      select * from audit_events
      where (${about}::uuid is null or actor_id = ${about}::uuid or target_id = ${about}::uuid or organization_id = ${about}::uuid)
        and (${actorId}::uuid is null or actor_id = ${actorId}::uuid)
        and (${event}::text is null or event = ${event}::text)
        and (${organizationIds}::uuid[] is null or organization_id = any(${organizationIds}::uuid[]))
        and (${from}::date is null or at >= ${from}::date at time zone 'UTC')
        and (${to}::date is null or at < (${to}::date + 1) at time zone 'UTC')
        and (${before}::bigint is null or id < ${before}::bigint)
      order by id desc
      limit ${filter.most}
    ) e
    left join accounts actor on actor.id = e.actor_id
    left join accounts target on target.id = e.target_id
    left join user_groups ug on ug.id = e.target_id
    left join player_groups pg on pg.id = e.target_id
    left join players p on p.id = e.target_id
    left join organizations target_organization on target_organization.id = e.target_id
    left join organizations o on o.id = e.organization_id
    order by e.id::bigint desc`.execute(database);
  return rows;
}
