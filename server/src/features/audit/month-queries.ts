import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

/** A month of the history, or all events before the first month. Days are in UTC, as 2026-11-01. */
export interface HistoryPart {
  /** The partition. Its name ends with the month, such as `2026_11`. The name of the first part has no month. */
  table: string;
  startsOn: string | null;
  /** The first day after it. */
  endsOn: string;
  hasBegun: boolean;
  /** It ended at least a day ago. No transaction is open for so long, so no more events come. */
  hasEnded: boolean;
}

/** Lists all parts, oldest first, also those of the coming months. */
export async function listParts(database: Database): Promise<HistoryPart[]> {
  const { rows } = await sql<HistoryPart>`
    with parts as (
      select c.relname::text as "table", to_date(substring(c.relname from '\\d{4}_\\d\\d$'), 'YYYY_MM') as starts_on
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit_events'::regclass
    ), ends as (
      select p.*, coalesce((p.starts_on + interval '1 month')::date, (select min(starts_on) from parts)) as ends_on from parts p
    )
    select "table", starts_on::text as "startsOn", ends_on::text as "endsOn",
      starts_on is null or starts_on <= (now() at time zone 'UTC')::date as "hasBegun",
      ends_on <= ((now() - interval '1 day') at time zone 'UTC')::date as "hasEnded"
    from ends order by ends_on`.execute(database);
  return rows;
}

/** Makes the months that are missing, up to `ahead` months from now. Returns how many it made. */
export async function addMonths(database: Database, ahead: number): Promise<number> {
  const { rows } = await sql<{ made: number }>`select add_history_months(${ahead}::int) as made`.execute(database);
  return rows[0]?.made ?? 0;
}

/** Returns false while another process closes a month. The lock ends with the transaction. No other advisory lock has its number. */
export async function tryToHoldClosing(transaction: Database): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`select pg_try_advisory_xact_lock(7470631) as is_held`.execute(transaction);
  return rows[0]?.is_held === true;
}

export interface ClosedMonth {
  startsOn: string | null;
  endsOn: string;
  events: number;
  digest: Buffer;
  seal: Buffer;
  isDropped: boolean;
}

/** Lists the closed months, oldest first, also dropped months. */
export async function listClosedMonths(database: Database): Promise<ClosedMonth[]> {
  const { rows } = await sql<ClosedMonth>`
    select starts_on::text as "startsOn", ends_on::text as "endsOn", events::float8 as events, digest, seal, dropped_at is not null as "isDropped"
    from history_months order by history_months.ends_on`.execute(database);
  return rows;
}

export async function insertClosedMonth(database: Database, month: Omit<ClosedMonth, "isDropped">): Promise<void> {
  const { startsOn, endsOn, events, digest, seal } = month;
  await sql`
    insert into history_months (starts_on, ends_on, events, digest, seal)
    values (${startsOn}::date, ${endsOn}::date, ${events}::bigint, ${digest}, ${seal})`.execute(database);
}

/** Lists the digests that the history itself names for a month. */
export async function listRecordedDigests(database: Database, month: string): Promise<string[]> {
  const { rows } = await sql<{ digest: string }>`
    select e.details ->> 'digest' as digest from audit_events e
    where e.event = 'history_month_closed' and e.details ->> 'month' = ${month}`.execute(database);
  return rows.map(({ digest }) => digest);
}

/** A block is up to 5,000 events in a row. Its digest continues the digest of the block before (decision 59). */
export interface BlockEnd {
  number: number;
  /** The id of its last event. */
  last: string;
  digest: Buffer;
}

/** Finds the last block of the month, or undefined if it has none yet. */
export async function findLastBlock(database: Database, endsOn: string): Promise<BlockEnd | undefined> {
  const { rows } = await sql<BlockEnd>`
    select number, ids[cardinality(ids)]::text as last, digest from history_blocks
    where ends_on = ${endsOn}::date order by number desc limit 1`.execute(database);
  return rows[0];
}

export async function countBlocks(database: Database, endsOn: string): Promise<{ blocks: number; events: number }> {
  const { rows } = await sql<{ blocks: number; events: number }>`
    select count(*)::int as blocks, coalesce(sum(cardinality(ids)), 0)::float8 as events from history_blocks
    where ends_on = ${endsOn}::date`.execute(database);
  return rows[0] ?? { blocks: 0, events: 0 };
}

export interface BlockStart {
  number: number;
  /** The id of the event before it. */
  after: string;
  /** The digest of the block before it. */
  previous: Buffer;
}

/**
 * Adds the next block, of at most so many events. Returns undefined if no event is left. Its marks are eight bytes of each event's
 * digest, so that `listTampered` can name an event.
 */
export async function insertBlock(
  database: Database,
  part: HistoryPart,
  { number, after, previous, most }: BlockStart & { most: number },
): Promise<BlockEnd | undefined> {
  const { rows } = await sql<BlockEnd>`
    with page as (${digestsIn(part, sql`e.id > ${after}::bigint`)} order by e.id limit ${sql.lit(most)})
    insert into history_blocks (ends_on, number, ids, marks, digest)
    select ${part.endsOn}::date, ${number}::int, array_agg(id order by id),
      string_agg(substr(digest, 1, 8), ''::bytea order by id), ${chained(previous)}
    from page having count(*) > 0
    returning number, ids[cardinality(ids)]::text as last, digest`.execute(database);
  return rows[0];
}

export interface KnownBlock extends BlockEnd {
  first: string;
}

export async function findBlock(database: Database, endsOn: string, number: number): Promise<KnownBlock | undefined> {
  const { rows } = await sql<KnownBlock>`
    select number, ids[1]::text as first, ids[cardinality(ids)]::text as last, digest from history_blocks
    where ends_on = ${endsOn}::date and number = ${number}::int`.execute(database);
  return rows[0];
}

interface BlockRange {
  after: string;
  last: string;
}

/** Computes the digest of the events as they are now. Returns undefined if no event is left. */
export async function digestOfBlock(
  database: Database,
  part: HistoryPart,
  { after, last, previous }: BlockRange & { previous: Buffer },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ digest: Buffer | null }>`
    with page as (${digestsIn(part, sql`e.id > ${after}::bigint and e.id <= ${last}::bigint`)})
    select ${chained(previous)} as digest from page`.execute(database);
  return rows[0]?.digest ?? undefined;
}

export interface Tampered {
  id: string;
  how: "changed" | "deleted" | "added";
}

/** Compares the events of a block with its marks, one by one. */
export async function listTampered(
  database: Database,
  part: HistoryPart,
  { number, after, last, most }: BlockRange & { number: number; most: number },
): Promise<Tampered[]> {
  const { rows } = await sql<Tampered>`
    with block as (select ids, marks from history_blocks where ends_on = ${part.endsOn}::date and number = ${number}::int),
    known as (
      select k.id, substr(b.marks, (8 * k.place - 7)::int, 8) as mark from block b cross join unnest(b.ids) with ordinality as k (id, place)
    ),
    seen as (${digestsIn(part, sql`e.id > ${after}::bigint and e.id <= ${last}::bigint`)})
    select coalesce(known.id, seen.id)::text as id,
      case when seen.id is null then 'deleted' when known.id is null then 'added' else 'changed' end as how
    from known full join seen on seen.id = known.id
    where known.mark is distinct from substr(seen.digest, 1, 8)
    order by coalesce(known.id, seen.id) limit ${sql.lit(most)}`.execute(database);
  return rows;
}

/** Lists events with ids above the last block. */
export async function listAddedBehind(
  database: Database,
  part: HistoryPart,
  { after, most }: { after: string; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id::text as id from audit_events e where ${isIn(part)} and e.id > ${after}::bigint order by e.id limit ${sql.lit(most)}`.execute(
    database,
  );
  return rows.map(({ id }) => id);
}

/** Returns the next events as lines of JSON, in the order of their ids. `within`: only these days, without the day `to`. */
export async function listLines(
  database: Database,
  part: HistoryPart,
  { after, most, within }: { after: string; most: number; within: { from: string; to: string } },
): Promise<{ id: string; line: string }[]> {
  const { rows } = await sql<{ id: string; line: string }>`
    select e.id::text as id, ${line} as line from audit_events e
    where ${isIn(part)} and e.at >= ${startOf(within.from)} and e.at < ${startOf(within.to)} and e.id > ${after}::bigint
    order by e.id limit ${sql.lit(most)}`.execute(database);
  return rows;
}

/** Returns the day so many years ago. */
export async function findDayBefore(database: Database, years: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select ((now() at time zone 'UTC') - make_interval(years => ${years}::int))::date::text as day`.execute(database);
  return rows[0]?.day ?? "";
}

/** Drops a part with its blocks; its digest stays. Waits half a second at most for the lock. Only the owner of the table may do it. */
export async function dropPart(transaction: Database, { table, endsOn }: HistoryPart): Promise<void> {
  await sql`set local lock_timeout = 500`.execute(transaction);
  await sql`alter table audit_events detach partition ${sql.table(table)}`.execute(transaction);
  await sql`drop table ${sql.table(table)}`.execute(transaction);
  await sql`delete from history_blocks where ends_on = ${endsOn}::date`.execute(transaction);
  await sql`update history_months set dropped_at = now() where ends_on = ${endsOn}::date`.execute(transaction);
}

/** The line of an event in digests and exports. A change of it would make all digests wrong. */
const line = sql`jsonb_build_object(
  'id', e.id, 'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'event', e.event, 'actorId', e.actor_id,
  'targetId', e.target_id, 'organizationId', e.organization_id, 'requestId', e.request_id, 'network', e.network, 'details', e.details
)::text`;

function digestsIn(part: HistoryPart, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select e.id, sha256(convert_to(${line}, 'UTF8')) as digest from audit_events e where ${isIn(part)} and ${condition}`;
}

function chained(previous: Buffer): RawBuilder<unknown> {
  return sql`sha256(${previous}::bytea || string_agg(digest, ''::bytea order by id))`;
}

/** Written into the statement, so that PostgreSQL plans it for this part alone. The days come from its catalogue. */
function isIn({ startsOn, endsOn }: HistoryPart): RawBuilder<unknown> {
  const from = startsOn === null ? sql`true` : sql`e.at >= ${literalStart(startsOn)}`;
  return sql`${from} and e.at < ${literalStart(endsOn)}`;
}

function literalStart(day: string): RawBuilder<unknown> {
  return sql`${sql.lit(`${day} 00:00+00`)}::timestamptz`;
}

function startOf(day: string): RawBuilder<unknown> {
  return sql`(${day}::date at time zone 'UTC')`;
}
