import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { openLessonOf } from "./open-lesson-of.ts";

export interface LessonRow {
  id: string;
  player_group_id: string;
  organization_id: string;
  group_name: string;
  started_at: Date;
  ends_at: Date;
  /** Null while the lesson runs. A lesson whose time is over has ended, even before this is written. */
  ended_at: Date | null;
  ended_because: Tables["lessons"]["ended_because"];
}

/**
 * The columns of a LessonRow, for `lessons l` and `player_groups g`. A lesson counts as ended once its time is over, before the
 * job writes it.
 */
export const lessonColumns = sql`l.id, l.player_group_id, l.organization_id, g.name as group_name, l.started_at, l.ends_at,
  case when l.ended_at is null and l.ends_at <= now() then l.ends_at else l.ended_at end as ended_at,
  case when l.ended_at is null and l.ends_at <= now() then 'TIME' else l.ended_because end as ended_because`;

export async function findLesson(database: Database, lessonId: string): Promise<LessonRow | undefined> {
  const { rows } = await sql<LessonRow>`
    select ${lessonColumns} from lessons l join player_groups g on g.id = l.player_group_id where l.id = ${lessonId}::uuid`.execute(
    database,
  );
  return rows[0];
}

/** Finds the lesson of a class that has not been ended. Its time may be over. */
export async function findOpenLesson(database: Database, playerGroupId: string): Promise<LessonRow | undefined> {
  const { rows } = await sql<LessonRow>`
    select ${lessonColumns} from lessons l join player_groups g on g.id = l.player_group_id
    where l.player_group_id = ${playerGroupId}::uuid and l.ended_at is null`.execute(database);
  return rows[0];
}

/** More than a user leads at once. Administrators and heads of large schools find a lesson by its class. */
const mostRunning = 200;

interface Leading {
  accountId: string;
  /** One organization. If undefined, all of the account's. */
  within: string | undefined;
  /** The levels that suffice to lead. */
  levels: readonly RightsLevel[];
}

/**
 * Finds the running lessons of the classes on which an account holds one of these levels, or of all classes. Returns the first 200 by the
 * class's name.
 */
export async function findRunningLessons(database: Database, of: Leading | "all"): Promise<LessonRow[]> {
  const lessons =
    of === "all"
      ? sql`lessons l`
      : sql`(
          select distinct h.player_group_id from own_levels(${of.accountId}::uuid, ${of.within ?? null}::uuid) h
          where h.rights_level = any(${of.levels}::text[])
        ) held cross join lateral ${openLessonOf(sql`held.player_group_id`)} l`;
  const { rows } = await sql<LessonRow>`
    select ${lessonColumns} from ${lessons} join player_groups g on g.id = l.player_group_id
    where l.ended_at is null and l.ends_at > now()
    order by lower(g.name), l.id limit ${mostRunning}`.execute(database);
  return rows;
}

export interface NewLesson {
  playerGroupId: string;
  organizationId: string;
  startedBy: string;
  minutes: number;
}

/** The caller has locked the class, and has found no open lesson of it: a class has at most one. */
export async function insertLesson(transaction: Transaction<Tables>, lesson: NewLesson): Promise<string> {
  const { id } = await transaction
    .insertInto("lessons")
    .values({
      player_group_id: lesson.playerGroupId,
      organization_id: lesson.organizationId,
      started_by: lesson.startedBy,
      ends_at: sql<Date>`now() + make_interval(mins => ${lesson.minutes}::int)`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Lists the accounts that play in a class. */
export async function listAccountsOfClass(database: Database, playerGroupId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct ap.account_id as id from player_group_players gp join account_players ap on ap.player_id = gp.player_id
    where gp.player_group_id = ${playerGroupId}::uuid`.execute(database);
  return rows.map(({ id }) => id);
}

/**
 * Ends the lesson's row. If several calls race, a single call gets it back. Waits for logins that are joining the lesson, and later logins
 * find no lesson.
 */
export async function endLessonRow(
  transaction: Transaction<Tables>,
  lessonId: string,
  because: NonNullable<LessonRow["ended_because"]>,
): Promise<Pick<LessonRow, "ended_because"> | undefined> {
  const { rows } = await sql<Pick<LessonRow, "ended_because">>`
    update lessons set ended_at = least(now(), ends_at), ended_because = case when ends_at <= now() then 'TIME' else ${because} end
    where id = ${lessonId}::uuid and ended_at is null
    returning ended_because`.execute(transaction);
  return rows[0];
}

/** Separates these advisory locks from others of two numbers. An arbitrary number. */
const lessonStarts = 7_305;

/**
 * Waits for logins under way in a class (`shareStarts`), and holds up later ones until the transaction ends. Take it before the lock of a
 * lesson's row, as logins do. It is no lock of the class's row: a login has locked its badge by then, which calls on the class lock later.
 */
export async function holdStart(transaction: Transaction<Tables>, playerGroupId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lessonStarts}::int, hashtext(${playerGroupId}::uuid::text))`.execute(transaction);
}

/** Shares the locks of `holdStart` for each class in which a login may find a lesson, in one order. Logins do not wait for each other. */
export async function shareStarts(transaction: Transaction<Tables>, login: JoiningLogin): Promise<void> {
  await sql`
    select pg_advisory_xact_lock_shared(${lessonStarts}::int, started.key) from (
      select distinct hashtext(c.id::text) as key from (${classesOf(login)}) c (id) order by key
    ) started`.execute(transaction);
}

/** The class of the badge or code, and all classes in which the account plays. */
const classesOf = ({ account_id: accountId, player_group_id: groupId }: JoiningLogin) => sql`
      select ${groupId}::uuid
      union all
      select gp.player_group_id from account_players ap join player_group_players gp on gp.player_id = ap.player_id
      where ap.account_id = ${accountId}::uuid`;

export interface JoiningLogin {
  account_id: string;
  organization_id: string;
  /** The class of the badge or of the one-time code. */
  player_group_id: string;
}

/**
 * Finds the running lesson to which a login belongs. The lesson of the badge's own class comes first. Otherwise it is the newest
 * lesson of another class of the student. Shares the lesson's lock until the transaction ends, so that the bell waits for the login.
 */
export async function joinRunningLesson(transaction: Transaction<Tables>, login: JoiningLogin): Promise<string | undefined> {
  const { organization_id: organizationId, player_group_id: groupId } = login;
  // The outer conditions are for a lesson that ends meanwhile. `is true` keeps PostgreSQL from indexes of more lessons.
  const { rows } = await sql<{ id: string }>`
    select l.id from lessons l
    where (l.ended_at is null and l.ends_at > now() and l.organization_id = ${organizationId}::uuid) is true and l.id = any(array(
      select o.id from (${classesOf(login)}) c (id) cross join lateral ${openLessonOf(sql`c.id`)} o
    ))
    order by (l.player_group_id = ${groupId}::uuid) desc, l.started_at desc
    limit 1 for share of l`.execute(transaction);
  return rows[0]?.id;
}

/**
 * Finds a lesson whose time is over, and locks its class, as the bell and archiving do. Skips a class that another call holds: that
 * call or the next run ends its lesson.
 */
export async function takeOverdueLesson(
  transaction: Transaction<Tables>,
): Promise<Pick<LessonRow, "id" | "player_group_id" | "organization_id"> | undefined> {
  return transaction
    .selectFrom("lessons as l")
    .innerJoin("player_groups as g", "g.id", "l.player_group_id")
    .select(["l.id", "l.player_group_id", "l.organization_id"])
    .where("l.ended_at", "is", null)
    .where("l.ends_at", "<=", sql<Date>`now()`)
    .limit(1)
    .forNoKeyUpdate("g")
    .skipLocked()
    .executeTakeFirst();
}
