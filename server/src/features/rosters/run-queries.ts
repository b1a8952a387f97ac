/** The statements by which a run changes what the portal knows of a school's lists. */
import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import type { ListedStudent, Made } from "./listed-roster.ts";

export interface BoundClass {
  groupId: string;
  externalId: string;
  name: string;
}

/**
 * Gives classes their external ids. A class has one external id, and an external id one class: the latest of each holds. Returns the
 * bindings that it replaced. They may also be those of other classes, such as an archived class that had one of the ids.
 */
export async function bindClasses(
  transaction: Transaction<Tables>,
  organizationId: string,
  classes: readonly BoundClass[],
): Promise<BoundClass[]> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(classes)}::jsonb) as given ("groupId" uuid, "externalId" text, name text)`;
  const { rows: former } = await sql<BoundClass>`
    delete from roster_classes c using ${given}
    where c.organization_id = ${organizationId}::uuid and (c.external_id = given."externalId" or c.player_group_id = given."groupId")
    returning c.player_group_id as "groupId", c.external_id as "externalId", c.name`.execute(transaction);
  await sql`
    insert into roster_classes (player_group_id, organization_id, external_id, name)
    select "groupId", ${organizationId}::uuid, "externalId", name from ${given}`.execute(transaction);
  return former;
}

/** Forgets how a list names these classes. */
export async function unbindClasses(transaction: Transaction<Tables>, groupIds: readonly string[]): Promise<void> {
  await sql`delete from roster_classes where player_group_id = any(${[...groupIds]}::uuid[])`.execute(transaction);
}

interface NotingRun {
  organizationId: string;
  runId: string;
}

/**
 * Notes the names of the list, and that these students are not missing. Ends `is_kept` too: a person said that a missing student stays, and
 * now the list names the student again. Keeps what it replaces, so that the run can be undone; an undo removes new students as a whole. Each
 * student is given once.
 */
export async function noteListed(
  transaction: Transaction<Tables>,
  { organizationId, runId, newPlayerIds }: NotingRun & { newPlayerIds: readonly string[] },
  students: readonly ListedStudent[],
): Promise<void> {
  await sql`
    with listed as materialized (
      select p.id, p.organization_id, given.name
      from jsonb_to_recordset(${JSON.stringify(students)}::jsonb) as given ("externalId" text, name text)
      join players p on p.organization_id = ${organizationId}::uuid and p.external_id = given."externalId"
    ), former as (
      insert into roster_former_marks (run_id, player_id, name, missing_since, is_kept, was_noted)
      select ${runId}::uuid, l.id, coalesce(s.name, l.name), s.missing_since, coalesce(s.is_kept, false), s.player_id is not null
      from listed l left join roster_students s on s.player_id = l.id
      where (s.name <> l.name or s.missing_since is not null or s.is_kept)
        or (s.player_id is null and l.id not in (select unnest(${[...newPlayerIds]}::uuid[])))
      on conflict do nothing
    )
    insert into roster_students (player_id, organization_id, name)
    select id, organization_id, name from listed
    on conflict (player_id) do update set name = excluded.name, missing_since = null, is_kept = false
    where roster_students.name <> excluded.name or roster_students.missing_since is not null or roster_students.is_kept`.execute(
    transaction,
  );
}

/** Restores the names and marks that a run replaced. Forgets students that no list named before the run. */
export async function restoreMarks(transaction: Transaction<Tables>, runId: string): Promise<void> {
  await sql`
    delete from roster_students s using roster_former_marks f
    where f.run_id = ${runId}::uuid and f.player_id = s.player_id and not f.was_noted`.execute(transaction);
  await sql`
    update roster_students s set name = f.name, missing_since = f.missing_since, is_kept = f.is_kept
    from roster_former_marks f where f.run_id = ${runId}::uuid and f.player_id = s.player_id`.execute(transaction);
}

/**
 * Marks students who are not in the list any more, and keeps their names. Also keeps which students no list had named before. A student who
 * leaves two classes is given twice, by one name, and marked once.
 */
export async function markMissing(
  transaction: Transaction<Tables>,
  { organizationId, runId }: NotingRun,
  students: readonly { playerId: string; name: string }[],
): Promise<void> {
  await sql`
    with missing as materialized (
      select distinct on ("playerId") "playerId" as id, name
      from jsonb_to_recordset(${JSON.stringify(students)}::jsonb) as given ("playerId" uuid, name text) order by "playerId", name
    ), former as (
      insert into roster_former_marks (run_id, player_id, name, is_kept, was_noted)
      select ${runId}::uuid, m.id, m.name, false, false
      from missing m where not exists (select from roster_students s where s.player_id = m.id)
      on conflict do nothing
    )
    insert into roster_students (player_id, organization_id, name, missing_since)
    select id, ${organizationId}::uuid, name, now() from missing
    on conflict (player_id) do update set missing_since = excluded.missing_since`.execute(transaction);
}

export async function unmarkMissing(transaction: Transaction<Tables>, playerIds: readonly string[]): Promise<void> {
  await sql`update roster_students set missing_since = null where player_id = any(${[...playerIds]}::uuid[])`.execute(transaction);
}

export interface MadeByChange {
  position: number;
  made: Made;
}

/** Keeps what a change made, so that it can be undone. */
export async function noteMade(transaction: Transaction<Tables>, runId: string, made: readonly MadeByChange[]): Promise<void> {
  await sql`
    update roster_changes c
    set change = c.change || jsonb_build_object('made', given.made), player_id = coalesce((given.made ->> 'playerId')::uuid, c.player_id)
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as given (position int, made jsonb)
    where c.run_id = ${runId}::uuid and c.position = given.position`.execute(transaction);
}

export async function markUndone(transaction: Transaction<Tables>, runId: string, accountId: string): Promise<void> {
  await transaction
    .updateTable("roster_runs")
    .set({ status: "UNDONE", undone_by: accountId, undone_at: sql<Date>`now()` })
    .where("id", "=", runId)
    .execute();
}

export interface Untouched {
  /** Made by the run: never used, never changed, and still where the run put them. */
  students: readonly { accountId: string; playerId: string; groupId: string }[];
  newGroupIds: readonly string[];
  /**
   * Moved by the run: still in the new class without its badge, and not back in the former class. That class is still open. `fromGroupId` is
   * null for a student who left no class. `toGroupId` is null for a student who only left a class.
   */
  moved: readonly { playerId: string; toGroupId: string | null; fromGroupId: string | null }[];
  renamed: readonly { groupId: string; name: string }[];
}

/** Returns whether what a run made, moved and renamed is as the run left it. Version 1 means that it was never edited. */
export async function isUntouched(transaction: Transaction<Tables>, of: Untouched): Promise<boolean> {
  const { rows } = await sql<{ is_untouched: boolean }>`
    with made as (
      select * from jsonb_to_recordset(${JSON.stringify(of.students)}::jsonb) as g ("accountId" uuid, "playerId" uuid, "groupId" uuid)
    ), moved as (
      select * from jsonb_to_recordset(${JSON.stringify(of.moved)}::jsonb) as g ("playerId" uuid, "toGroupId" uuid, "fromGroupId" uuid)
    ), renamed as (
      select * from jsonb_to_recordset(${JSON.stringify(of.renamed)}::jsonb) as g ("groupId" uuid, name text)
    )
    select not exists (
      select from made where exists (select from sessions s where s.account_id = made."accountId")
        or exists (select from token_families t where t.account_id = made."accountId")
        or exists (select from badges b where b.account_id = made."accountId")
        or exists (select from one_time_codes c where c.account_id = made."accountId")
        or not exists (select from accounts a where a.id = made."accountId" and a.status = 'ACTIVE' and a.version = 1)
        or not exists (select from players p where p.id = made."playerId" and p.version = 1)
        or (select array_agg(gp.player_group_id) from player_group_players gp where gp.player_id = made."playerId")
          is distinct from array[made."groupId"]
        or (select count(*) from organization_members m where m.account_id = made."accountId") <> 1
    ) and not exists (
      select from player_group_players gp
      where gp.player_group_id = any(${[...of.newGroupIds]}::uuid[])
        and gp.player_id not in (select "playerId" from made) and gp.player_id not in (select "playerId" from moved)
    ) and not exists (
      select from player_groups g where g.id = any(${[...of.newGroupIds]}::uuid[]) and g.version <> 1
    ) and not exists (
      select from moved
      where moved."toGroupId" is not null and not exists (
        select from player_group_players gp where gp.player_id = moved."playerId" and gp.player_group_id = moved."toGroupId"
      ) or exists (
        select from player_group_players gp where gp.player_id = moved."playerId" and gp.player_group_id = moved."fromGroupId"
      ) or exists (
        select from player_groups g where g.id = moved."fromGroupId" and g.group_type = 'ARCHIVED'
      ) or exists (
        select from badges b where b.player_group_id = moved."toGroupId" and b.voided_at is null
          and b.account_id in (select ap.account_id from account_players ap where ap.player_id = moved."playerId")
      )
    ) and not exists (
      select from renamed where not exists (select from player_groups g where g.id = renamed."groupId" and g.name = renamed.name)
    ) as is_untouched`.execute(transaction);
  return rows[0]?.is_untouched ?? false;
}

/** Notes in the applied changes that a person said that these students have left the class. So they do not count as lost. */
export async function confirmDepartures(transaction: Transaction<Tables>, groupId: string, playerIds: readonly string[]): Promise<void> {
  await sql`
    update roster_changes set change = change || '{"isConfirmed": true}'
    where player_id = any(${[...playerIds]}::uuid[]) and kind = 'LEFT' and change ->> 'groupId' = ${groupId} and change ? 'made'`.execute(
    transaction,
  );
}

/**
 * Ends the marks of missing students who leave a class. Returns the students who were still marked, and their accounts. `targetIds`, for
 * the history: the accounts, and the players without an account. If several calls race, only one gets a student.
 */
export async function takeMissing(
  transaction: Transaction<Tables>,
  playerIds: readonly string[],
): Promise<{ playerIds: string[]; accountIds: string[]; targetIds: string[] }> {
  const { rows } = await sql<{ player_id: string; account_id: string | null }>`
    with taken as (
      update roster_students set missing_since = null
      where player_id = any(${[...playerIds]}::uuid[]) and missing_since is not null
      returning player_id
    )
    select t.player_id, a.account_id from taken t left join account_players a on a.player_id = t.player_id`.execute(transaction);
  return {
    playerIds: [...new Set(rows.map(({ player_id }) => player_id))],
    accountIds: [...new Set(rows.flatMap(({ account_id }) => account_id ?? []))],
    targetIds: [...new Set(rows.map(({ account_id, player_id }) => account_id ?? player_id))],
  };
}
