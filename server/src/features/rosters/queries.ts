import type { RosterCounts, RosterRunClass, RosterRunStatus, RosterSource } from "@storyport/contract/rosters";
import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { KnownClass, KnownStudent, KnownTeacher, ListedClass, StoredChange } from "./listed-roster.ts";

/** Locks the organization, so that lists change its classes one after the other. Other calls may still add rows that refer to it. */
export async function lockOrganization(transaction: Transaction<Tables>, organizationId: string): Promise<void> {
  await sql`select from organizations where id = ${organizationId}::uuid for no key update`.execute(transaction);
}

/** Lists the open classes of an organization, and how a list names them. */
export async function listKnownClasses(database: Database, organizationId: string): Promise<KnownClass[]> {
  const { rows } = await sql<KnownClass>`
    select g.id, g.name, c.external_id as "externalId", c.name as "listedName"
    from player_groups g left join roster_classes c on c.player_group_id = g.id
    where g.organization_id = ${organizationId}::uuid and g.group_type <> 'ARCHIVED'
    order by lower(g.name), g.id`.execute(database);
  return rows;
}

/**
 * Lists the students of these classes, students with these external ids, and their classmates in classes of lists. Each has its open
 * classes. The classmates show how much of a class leaves it. If several accounts play a player, the smallest id stands for all.
 */
export async function listKnownStudents(
  database: Database,
  { organizationId, groupIds, externalIds }: { organizationId: string; groupIds: readonly string[]; externalIds: readonly string[] },
): Promise<KnownStudent[]> {
  const { rows } = await sql<KnownStudent>`
    with listed as (
      select p.id from players p
      where p.organization_id = ${organizationId}::uuid and p.external_id = any(${[...externalIds]}::text[])
    ), concerned as (
      select unnest(${[...groupIds]}::uuid[]) as id
      union
      select c.player_group_id from listed l
      join player_group_players gp on gp.player_id = l.id join roster_classes c on c.player_group_id = gp.player_group_id
    ), found as (
      select id from listed
      union
      select gp.player_id from player_group_players gp join concerned c on c.id = gp.player_group_id
    )
    select p.id as "playerId", p.name, p.external_id as "externalId", s.name as "listedName",
      (select min(ap.account_id::text) from account_players ap where ap.player_id = p.id) as "accountId",
      s.missing_since is not null as "isMissing", coalesce(s.is_kept, false) as "isKept",
      array(
        select g.id::text from player_group_players gp join player_groups g on g.id = gp.player_group_id
        where gp.player_id = p.id and g.group_type <> 'ARCHIVED' and g.organization_id = p.organization_id order by g.id
      ) as "groupIds"
    from found f join players p on p.id = f.id left join roster_students s on s.player_id = p.id
    where p.organization_id = ${organizationId}::uuid
    order by lower(p.name), p.id`.execute(database);
  return rows;
}

/** Lists the members who teach here, of those with these addresses or ids. Managers of all members own every class already. */
export async function listKnownTeachers(
  database: Database,
  { organizationId, emails, accountIds }: { organizationId: string; emails: readonly string[]; accountIds: readonly string[] },
): Promise<KnownTeacher[]> {
  const { rows } = await sql<KnownTeacher>`
    select a.id as "accountId", a.email, coalesce(a.display_name, a.email) as name,
      array(
        select r.player_group_id::text from account_player_group_rights r
        where r.account_id = a.id and r.rights_level in ('MODIFY', 'OWNER', 'SPECIAL')
      ) as "groupIds"
    from accounts a join organization_members m on m.account_id = a.id and m.organization_id = ${organizationId}::uuid
    where (a.email = any(${[...emails]}::text[]) or a.id = any(${[...accountIds]}::uuid[]))
      and a.email is not null and a.status in ('ACTIVE', 'CREATED')
      and 'manage_players' in (select h.permission_key from held_permissions(a.id, ${organizationId}::uuid) h)
      and 'manage_members' not in (select h.permission_key from held_permissions(a.id, ${organizationId}::uuid) h)
    order by a.id`.execute(database);
  return rows;
}

export interface RunRow {
  id: string;
  organization_id: string;
  source: RosterSource;
  status: RosterRunStatus;
  /** Null once the run is decided. */
  roster: ListedClass[] | null;
  is_whole: boolean;
  /** Of the changes. A person applies exactly the changes that the digest names. */
  digest: string;
  classes: RosterRunClass[];
  counts: RosterCounts;
  made_by: string | null;
  made_at: Date;
  /** Null if the night decided, or a newer run replaced this run. */
  decided_by: string | null;
  decided_at: Date | null;
}

export async function findRun(database: Database, runId: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select id, organization_id, source, status, roster, is_whole, digest, classes, counts, made_by, made_at, decided_by, decided_at
    from roster_runs where id = ${runId}::uuid`.execute(database);
  return rows[0];
}

/** Locks the run. If several calls decide on it, the first does, and the others find it decided. */
export async function holdRun(transaction: Transaction<Tables>, runId: string): Promise<RunRow | undefined> {
  await sql`select from roster_runs where id = ${runId}::uuid for update`.execute(transaction);
  return findRun(transaction, runId);
}

export interface NewRun {
  organizationId: string;
  source: RosterSource;
  roster: readonly ListedClass[];
  isWhole: boolean;
  madeBy: string;
}

export interface ComputedFields {
  status: "CHECKED" | "STOPPED";
  digest: string;
  classes: readonly RosterRunClass[];
  counts: RosterCounts;
}

export async function insertRun(
  database: Database,
  { organizationId, source, roster, isWhole, madeBy }: NewRun,
  { status, digest, classes, counts }: ComputedFields,
): Promise<string> {
  const { id } = await database
    .insertInto("roster_runs")
    .values({
      organization_id: organizationId,
      source,
      status,
      roster: JSON.stringify(roster),
      is_whole: isWhole,
      digest,
      classes: JSON.stringify(classes),
      counts: JSON.stringify(counts),
      made_by: madeBy,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateComputed(
  database: Database,
  runId: string,
  { status, digest, classes, counts }: ComputedFields,
): Promise<void> {
  await database
    .updateTable("roster_runs")
    .set({ status, digest, classes: JSON.stringify(classes), counts: JSON.stringify(counts) })
    .where("id", "=", runId)
    .execute();
}

/** One statement takes this many rows within the time that a statement may take. */
const rowsAtOnce = 2000;

/** Replaces the changes of a run. */
export async function writeChanges(database: Database, runId: string, changes: readonly StoredChange[]): Promise<void> {
  await database.deleteFrom("roster_changes").where("run_id", "=", runId).execute();
  for (let from = 0; from < changes.length; from += rowsAtOnce) {
    const rows = changes.slice(from, from + rowsAtOnce).map((change, index) => ({ position: from + index, change }));
    await sql`
      insert into roster_changes (run_id, position, class_position, kind, change, player_id)
      select ${runId}::uuid, position, (change ->> 'classPosition')::int, change ->> 'kind', change, (change ->> 'playerId')::uuid
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (position int, change jsonb)`.execute(database);
  }
}

export interface ChangeRow {
  position: number;
  change: StoredChange;
}

/** Lists the changes of a run in order, or of one of its classes. */
export async function listChanges(database: Database, runId: string, classPosition?: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select position, change from roster_changes
    where run_id = ${runId}::uuid ${classPosition === undefined ? sql`` : sql`and class_position = ${classPosition}`}
    order by position`.execute(database);
  return rows;
}

export interface Decision {
  runId: string;
  status: "APPLIED" | "DISCARDED";
  /** Absent if the night decides. */
  decidedBy: string | undefined;
}

/** Decides a run, and deletes its list, which names children and is no longer needed. */
export async function decideRun(database: Database, { runId, status, decidedBy }: Decision): Promise<void> {
  await database
    .updateTable("roster_runs")
    .set({ status, roster: null, decided_by: decidedBy ?? null, decided_at: sql<Date>`now()` })
    .where("id", "=", runId)
    .execute();
}

/** Discards the waiting runs of an organization; `madeBy` limits them to those of one account. Returns how many. */
export async function discardWaiting(database: Database, organizationId: string, madeBy?: string): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable("roster_runs")
    .set({ status: "DISCARDED", roster: null, decided_at: sql<Date>`now()` })
    .where("organization_id", "=", organizationId)
    .where("decided_at", "is", null)
    .$if(madeBy !== undefined, (query) => query.where("made_by", "=", madeBy ?? ""))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export interface ListedRun extends Omit<RunRow, "roster" | "classes" | "digest"> {
  made_name: string | null;
  decided_name: string | null;
  is_undoable: boolean;
}

/** Lists at most `most` runs, newest first. Never shows an address. The run applied last can be undone for a day. */
export async function listRuns(database: Database, of: { organizationId: string } | { runId: string }, most: number): Promise<ListedRun[]> {
  const chosen = "runId" in of ? sql`r.id = ${of.runId}::uuid` : sql`r.organization_id = ${of.organizationId}::uuid`;
  const { rows } = await sql<ListedRun>`
    select r.id, r.organization_id, r.source, r.status, r.is_whole, r.counts, r.made_by, r.made_at, r.decided_by, r.decided_at,
      m.display_name as made_name, d.display_name as decided_name,
      r.status = 'APPLIED' and r.decided_at > now() - interval '1 day' and not exists (
        select from roster_runs later
        where later.organization_id = r.organization_id and later.status = 'APPLIED' and later.decided_at > r.decided_at
      ) as is_undoable
    from roster_runs r left join accounts m on m.id = r.made_by left join accounts d on d.id = r.decided_by
    where ${chosen} order by r.made_at desc, r.id limit ${most}`.execute(database);
  return rows;
}

export interface MissingRow {
  playerId: string;
  playerName: string;
  playerGroupId: string | null;
  groupName: string | null;
  missingSince: Date;
}

/** Lists the missing students of an organization, or of one class. A student is missing only in open classes that a list names. */
export async function listMissing(database: Database, organizationId: string, groupId?: string): Promise<MissingRow[]> {
  const { rows } = await sql<MissingRow>`
    select distinct on (lower(g.name), lower(p.name), p.id) p.id as "playerId", p.name as "playerName", g.id as "playerGroupId",
      g.name as "groupName", s.missing_since as "missingSince"
    from roster_students s join players p on p.id = s.player_id
    join player_group_players gp on gp.player_id = p.id
    join player_groups g on g.id = gp.player_group_id and g.group_type <> 'ARCHIVED'
    join roster_classes c on c.player_group_id = g.id
    where s.organization_id = ${organizationId}::uuid and s.missing_since is not null
      ${groupId === undefined ? sql`` : sql`and g.id = ${groupId}::uuid`}
    order by lower(g.name), lower(p.name), p.id limit 1000`.execute(database);
  return rows;
}

/** Returns the students who were marked as missing and are kept now. */
export async function keepStudents(database: Database, organizationId: string, playerIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ player_id: string }>`
    update roster_students set missing_since = null, is_kept = true
    where organization_id = ${organizationId}::uuid and player_id = any(${[...playerIds]}::uuid[]) and missing_since is not null
    returning player_id`.execute(database);
  return rows.map(({ player_id }) => player_id);
}
