import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { AuditEvent, NamedThing } from "@storyport/contract/audit";
import { refusedLoginReasons } from "@storyport/contract/game-rights";
import type { RefusedLoginReason } from "@storyport/contract/game-rights";
import { limits } from "@storyport/contract/limits";
import type { Reach } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";

export interface EventFilter {
  /** An actor, target or organization. For a group, also the actions that used the group. */
  about?: string | undefined;
  actorId?: string | undefined;
  event?: string | undefined;
  /** Only events of these organizations; all events if omitted. */
  organizationIds?: readonly string[] | undefined;
  /** Whole days in UTC, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Only events older than this id. */
  before?: string | undefined;
  most: number;
}

/** The filter and the organizations that the reader may see. Only things in reach are named. */
export interface EventReading {
  filter: EventFilter;
  reach: Reach;
}

export type EventRow = Omit<AuditEvent, "at"> & { at: Date };

/** Finds events, newest first. Names are looked up at read time, because the history itself stores none (see the comment at its table). */
export async function findEvents(database: Database, reading: EventReading): Promise<EventRow[]> {
  const { rows } = await eventsOf(reading).execute(database);
  return rows;
}

/** Counts the events that `findEvents` would find now. `before` makes later calls leave out newer events; null without any event. */
export async function countEvents(database: Database, filter: EventFilter): Promise<{ count: number; before: string | null }> {
  const { rows } = await sql<{ count: number; before: string | null }>`
    select count(*)::int as count, (max(e.id) + 1)::text as before
    from (select distinct f.id from (${found(filter)}) f order by f.id desc limit ${sql.lit(filter.most)}) e`.execute(database);
  return rows[0] ?? { count: 0, before: null };
}

export interface RefusedLoginRow {
  at: Date;
  reason: RefusedLoginReason;
  request_id: string | null;
  details: Record<string, unknown>;
}

export async function findRefusedLogins(database: Database, gameId: number): Promise<RefusedLoginRow[]> {
  const { rows } = await refusedLoginRowsOf(gameId).execute(database);
  return rows;
}

/**
 * Builds the list of a game's newest refused logins. A code of the dashboard names the game too, but its client is not the game. Earlier
 * releases named no client for a refused code. Such a code may be the dashboard's, so it is left out. So is an event whose reason the
 * contract does not know, such as a reason of an earlier release.
 * @public For the test that reads its plan.
 */
export function refusedLoginRowsOf(gameId: number): RawBuilder<RefusedLoginRow> {
  const { most, days } = limits.refusedLogins;
  const isOfGame = sql`coalesce(h.details ->> 'client' = ${game}, h.event <> 'game_code_refused')`;
  const isKnown = sql`${refusedBecause("h")} = any(${[...refusedLoginReasons]}::text[])`;
  const isNew = sql`h.at > now() - make_interval(days => ${sql.lit(days)})`;
  const newest = along({ key: game, value: sql`${String(gameId)}::text` }, { most }, [isRefusedLogin, isOfGame, isKnown, isNew]);
  return sql<RefusedLoginRow>`
    select e.at, ${refusedBecause("e")} as reason, e.request_id, e.details from (${newest}) e order by e.id desc`;
}

/** The history names no reason for a code that came twice. */
function refusedBecause(alias: "h" | "e"): RawBuilder<unknown> {
  const row = sql.table(alias);
  return sql`case when ${row}.event = 'game_code_replayed' then 'used code' else ${row}.details ->> 'reason' end`;
}

/** Finds the accounts, groups, players and organizations with these ids within the organizations in reach. */
export async function findThings(database: Database, reach: Reach, ids: readonly string[]): Promise<NamedThing[]> {
  const within = (organization: RawBuilder<unknown>) => isWithin(reach, organization);
  const isNamed = sql`t.id = any(${ids}::uuid[])`;
  const { rows } = await sql<NamedThing>`
    select t.id, coalesce(t.email, t.display_name) as name, 'account' as kind from accounts t
    where ${isNamed} and coalesce(t.email, t.display_name) is not null and ${isMemberWithin(reach, sql`t.id`)}
    union all
    select t.id, t.name, 'userGroup' from user_groups t where ${isNamed} and ${within(sql`t.organization_id`)}
    union all
    select t.id, t.name, 'playerGroup' from player_groups t where ${isNamed} and ${within(sql`t.organization_id`)}
    union all
    select t.id, t.name, 'player' from players t where ${isNamed} and ${within(sql`t.organization_id`)}
    union all
    select t.id, t.key, 'organization' from organizations t where ${isNamed} and ${within(sql`t.id`)}`.execute(database);
  return rows;
}

function isWithin(reach: Reach, organization: RawBuilder<unknown>): RawBuilder<unknown> {
  return reach === "everywhere" ? sql`true` : sql`${organization} = any(${[...reach]}::uuid[])`;
}

/** A school must not see the name of a person who left. The name may be newer than the departure (docs/decisions/0037). */
function isMemberWithin(reach: Reach, accountId: RawBuilder<unknown>): RawBuilder<unknown> {
  if (reach === "everywhere") return sql`true`;
  return sql`exists (select from organization_members m where m.account_id = ${accountId} and ${isWithin(reach, sql`m.organization_id`)})`;
}

/**
 * Builds the list as one statement.
 * @public For the test that reads its plan.
 */
export function eventsOf({ filter, reach }: EventReading): RawBuilder<EventRow> {
  const named = (condition: RawBuilder<unknown>, name: RawBuilder<unknown>) => sql`case when ${condition} then ${name} end`;
  const account = (alias: "actor" | "target") =>
    named(isMemberWithin(reach, sql`${sql.table(alias)}.id`), sql`coalesce(${sql.table(alias)}.email, ${sql.table(alias)}.display_name)`);
  return sql<EventRow>`
    select e.id::text as id, e.at, e.event, e.actor_id as "actorId", ${account("actor")} as actor,
      e.target_id as "targetId",
      coalesce(${account("target")}, ${named(isWithin(reach, sql`ug.organization_id`), sql`ug.name`)},
        ${named(isWithin(reach, sql`pg.organization_id`), sql`pg.name`)}, ${named(isWithin(reach, sql`p.organization_id`), sql`p.name`)},
        ${named(isWithin(reach, sql`target_organization.id`), sql`target_organization.key`)}) as target,
      case when target.id is not null then 'account' when ug.id is not null then 'userGroup' when pg.id is not null then 'playerGroup'
        when p.id is not null then 'player' when target_organization.id is not null then 'organization' end as "targetKind",
      e.organization_id as "organizationId", o.key as "organizationKey", e.request_id as "requestId", e.network, e.details
    from (select distinct on (id) * from (${found(filter)}) f order by id desc limit ${sql.lit(filter.most)}) e
    left join accounts actor on actor.id = e.actor_id
    left join accounts target on target.id = e.target_id
    left join user_groups ug on ug.id = e.target_id
    left join player_groups pg on pg.id = e.target_id
    left join players p on p.id = e.target_id
    left join organizations target_organization on target_organization.id = e.target_id
    left join organizations o on o.id = e.organization_id
    order by e.id desc`;
}

/** The index that a page of the history walks: events of one actor, target, organization, group, game or kind, in order. */
interface Path {
  key: RawBuilder<unknown>;
  value: RawBuilder<unknown>;
}

const actor = sql`h.actor_id`;
const organization = sql`h.organization_id`;
/** Must equal the expression of the index. */
const group = sql`coalesce(h.details ->> 'userGroupId', h.details ->> 'playerGroupId')`;
/** Both must equal the expression and the condition of the index. */
const game = sql`h.details ->> 'gameId'`;
const isRefusedLogin = sql`h.event in ('game_login_refused', 'game_code_refused', 'game_code_replayed')`;

/**
 * Each branch walks one index from its newest end and stops when it has enough rows. Two branches may find the same event. One
 * condition with `or` would collect and sort everything. Only requested conditions are written, because a prepared statement is
 * planned for all values at once.
 */
function found(filter: EventFilter): RawBuilder<unknown> {
  const { about, actorId, event, organizationIds } = filter;
  if (about !== undefined) {
    const value = sql`${about}::uuid`;
    const own = organizationIds === undefined ? [] : [sql`h.organization_id = any(${[...organizationIds]}::uuid[])`];
    const paths = [actor, sql`h.target_id`].map((key) => along({ key, value }, filter, own));
    const isOwn = organizationIds === undefined || organizationIds.includes(about);
    const byOrganization = isOwn ? [along({ key: organization, value }, filter)] : [];
    const byGroup = along({ key: group, value: sql`${value}::text` }, filter, [sql`${group} is not null`, ...own]);
    return sql.join(
      [...paths, ...byOrganization, byGroup].map((path) => sql`(${path})`),
      sql` union all `,
    );
  }
  if (organizationIds !== undefined) {
    return sql`select h.* from unnest(${[...organizationIds]}::uuid[]) own (id)
      cross join lateral (${along({ key: organization, value: sql`own.id` }, filter)}) h`;
  }
  // The path itself compares its key.
  if (actorId !== undefined) return along({ key: actor, value: sql`${actorId}::uuid` }, { ...filter, actorId: undefined });
  if (event !== undefined) return along({ key: sql`h.event`, value: sql`${event}::text` }, { ...filter, event: undefined });
  const conditions = [sql`h.id > ${lowest(filter)}`, sql`h.id < ${highest(filter)}`, ...conditionsOf(filter)];
  return sql`select h.* from audit_events h where ${sql.join(conditions, sql` and `)} order by h.id desc limit ${sql.lit(filter.most)}`;
}

/**
 * The row comparison and the order by both columns force the right index. With a plain equality the planner may walk the
 * primary key instead and throw nearly all rows away. With both, PostgreSQL begins the walk at the key's newest event.
 */
function along({ key, value }: Path, filter: EventFilter, more: readonly RawBuilder<unknown>[] = []): RawBuilder<unknown> {
  const conditions = [
    sql`(${key}, h.id) > (${value}, ${lowest(filter)})`,
    sql`(${key}, h.id) < (${value}, ${highest(filter)})`,
    ...conditionsOf(filter),
    ...more,
  ];
  return sql`select h.* from audit_events h where ${sql.join(conditions, sql` and `)}
    order by ${key} desc, h.id desc limit ${sql.lit(filter.most)}`;
}

function conditionsOf({ actorId, event, from, to }: EventFilter): RawBuilder<unknown>[] {
  return [
    ...(actorId === undefined ? [] : [sql`h.actor_id = ${actorId}::uuid`]),
    ...(event === undefined ? [] : [sql`h.event = ${event}::text`]),
    ...(from === undefined ? [] : [sql`h.at >= ${startOf(from)}`]),
    ...(to === undefined ? [] : [sql`h.at < ${startOf(to)} + interval '1 day'`]),
  ];
}

function startOf(day: string): RawBuilder<unknown> {
  return sql`(${day}::date at time zone 'UTC')`;
}

/**
 * All events of a filter have ids between these two bounds. An event has the time at which its transaction began, so a later id may
 * have an earlier time. No transaction lasts the hour that both bounds allow for.
 */
function lowest({ from }: EventFilter): RawBuilder<unknown> {
  if (from === undefined) return sql`0`;
  return sql`coalesce((
    select b.id from audit_events b where b.at < ${startOf(from)} - interval '1 hour' order by b.at desc, b.id desc limit 1
  ), 0)`;
}

function highest({ to, before }: EventFilter): RawBuilder<unknown> {
  // Larger than every id, for a request without a page.
  const page = sql`${before ?? "9223372036854775807"}::bigint`;
  if (to === undefined) return page;
  // 25 hours are the day `to` and that hour. Null means that no later event exists, so there is no upper bound.
  return sql`least(${page}, (
    select b.id from audit_events b where b.at >= ${startOf(to)} + interval '25 hours' order by b.at, b.id limit 1
  ))`;
}
