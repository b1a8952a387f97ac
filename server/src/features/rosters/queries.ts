/** Runs with their changes and questions, and the students who are missing. `run-queries.ts` writes what an applied run changes. */
import { limits } from "@storyport/contract/limits";
import type { RosterCounts, RosterQuestions, RosterRunClass, RosterRunStatus, RosterSource } from "@storyport/contract/rosters";
import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { ListedClass, StoredChange } from "./listed-roster.ts";
import { isBeingApplied } from "./progress-queries.ts";

export interface RunRow {
  id: string;
  organization_id: string;
  source: RosterSource;
  status: RosterRunStatus;
  /** Null once the run is decided. */
  roster: ListedClass[] | null;
  /** The list names all classes of the school, and not only one teacher's. */
  is_whole: boolean;
  /** Of the changes. A person applies exactly the changes that the digest names. */
  digest: string;
  classes: RosterRunClass[];
  counts: RosterCounts;
  /** Null if the account's row was deleted. */
  made_by: string | null;
  made_at: Date;
  /** Null if no person decided: the run was applied by itself, or discarded with its connection or for another run. */
  decided_by: string | null;
  decided_at: Date | null;
}

const ofRun = sql`id, organization_id, source, status, is_whole, digest, classes, counts, made_by, made_at, decided_by, decided_at`;

/** Finds a run without its list, which may have 20,000 students. */
export async function findRun(database: Database, runId: string): Promise<Omit<RunRow, "roster"> | undefined> {
  const { rows } = await sql<Omit<RunRow, "roster">>`select ${ofRun} from roster_runs where id = ${runId}::uuid`.execute(database);
  return rows[0];
}

/** Locks the run. If several calls decide on it, the first does, and the others find it decided. */
export async function holdRun(transaction: Transaction<Tables>, runId: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`select ${ofRun}, roster from roster_runs where id = ${runId}::uuid for update`.execute(transaction);
  return rows[0];
}

export interface NewRun {
  organizationId: string;
  source: RosterSource;
  roster: readonly ListedClass[];
  /** Whether the list has all classes of the organization. Otherwise it has the classes of one teacher. */
  isWhole: boolean;
  madeBy: string;
}

export interface ComputedFields {
  /** STOPPED: a class of five or more would lose more than a fifth (`limits.rosters`). A person must allow it. */
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

/** One statement writes this many rows within the time that a statement may take. */
export const rowsAtOnce = 1000;

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

/** Counts the questions of a run by reason and offered answer. */
export async function countQuestions(database: Database, runId: string): Promise<RosterQuestions[]> {
  const { rows } = await sql<RosterQuestions>`
    select change ->> 'reason' as reason, answer, count(*)::int as count
    from roster_changes cross join lateral jsonb_array_elements_text(change -> 'answers') answer
    where run_id = ${runId}::uuid and kind = 'CONFLICT' group by 1, 2 order by 1, 2`.execute(database);
  return rows;
}

export interface Decision {
  runId: string;
  status: "APPLIED" | "DISCARDED";
  /** Absent if no person decides (`isAutomatic` of `applyHeld`). */
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

/** Discards the waiting runs of an organization; `madeBy` limits them to those of one account. */
export async function discardWaiting(database: Database, organizationId: string, madeBy?: string): Promise<void> {
  await database
    .updateTable("roster_runs")
    .set({ status: "DISCARDED", roster: null, decided_at: sql<Date>`now()` })
    .where("organization_id", "=", organizationId)
    .where("decided_at", "is", null)
    .$if(madeBy !== undefined, (query) => query.where("made_by", "=", madeBy ?? ""))
    .execute();
}

export interface ListedRun extends Omit<RunRow, "roster" | "classes" | "digest"> {
  made_name: string | null;
  decided_name: string | null;
  is_undoable: boolean;
  /** Null unless the run waits and a call has begun to apply it. */
  progress_at: Date | null;
  done: number;
  all: number;
  /** Whether a process applies the run now. */
  is_running: boolean;
}

/** Lists at most `most` runs, newest first. Never shows an address. The run applied last can be undone for a day. */
export async function listRuns(database: Database, of: { organizationId: string } | { runId: string }, most: number): Promise<ListedRun[]> {
  const chosen = "runId" in of ? sql`r.id = ${of.runId}::uuid` : sql`r.organization_id = ${of.organizationId}::uuid`;
  const { rows } = await sql<ListedRun>`
    select r.id, r.organization_id, r.source, r.status, r.is_whole, r.counts, r.made_by, r.made_at, r.decided_by, r.decided_at,
      m.display_name as made_name, d.display_name as decided_name,
      r.status = 'APPLIED' and r.decided_at > now() - make_interval(hours => ${limits.rosters.undoHours}::int) and not exists (
        select from roster_runs later
        where later.organization_id = r.organization_id and later.status = 'APPLIED' and later.decided_at > r.decided_at
      ) as is_undoable, p.applying_at as progress_at, coalesce(p.applied_changes, 0) as done, coalesce(p.all_changes, 0) as "all",
      p.applying_run_id is not null and ${isBeingApplied(sql`r.id`)} as is_running
    from roster_runs r left join accounts m on m.id = r.made_by left join accounts d on d.id = r.decided_by
      left join roster_connections p on p.organization_id = r.organization_id and p.applying_run_id = r.id and r.decided_at is null
    where ${chosen} order by r.made_at desc, r.id limit ${most}`.execute(database);
  return rows;
}

export interface MissingRow {
  playerId: string;
  playerName: string;
  playerGroupId: string;
  groupName: string;
  missingSince: Date;
}

/** Lists at most 1000 missing students of an organization, or of one class. A student counts only in open classes that a list has named. */
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

/** Ends the mark of missing students. They get it again only after a list has named them. Returns the students that had it. */
export async function keepStudents(database: Database, organizationId: string, playerIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ player_id: string }>`
    update roster_students set missing_since = null, is_kept = true
    where organization_id = ${organizationId}::uuid and player_id = any(${[...playerIds]}::uuid[]) and missing_since is not null
    returning player_id`.execute(database);
  return rows.map(({ player_id }) => player_id);
}
