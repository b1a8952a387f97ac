import { sql } from "kysely";
import type { Transaction } from "kysely";
import { limits } from "@storyport/contract/limits";
import { isOnlyStudentIn } from "#/features/rights/students.ts";
import type { Database } from "#/platform/database/connect.ts";
import { isAhead } from "#/platform/database/is-ahead.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Chosen } from "./chosen-students.ts";
import { classesOfStudent } from "./classes-of-student.ts";

export interface BadgeLogin {
  account_id: string;
  display_name: string | null;
  default_locale: string;
  organization_id: string;
  /** The class of the badge or code. */
  player_group_id: string;
}

/** Account `a` is active, and in the organization of group `g` it is a student and nothing else. */
const isStudentOfGroup = sql<boolean>`a.status = 'ACTIVE'
  and ${isOnlyStudentIn({ id: sql`a.id`, organizationId: sql`g.organization_id` })}
  and exists (select from organization_members m where m.account_id = a.id and m.organization_id = g.organization_id)`;

const mayUseBadge = sql<boolean>`g.group_type <> 'ARCHIVED' and ${isStudentOfGroup}
  and exists (select from account_login_types t where t.account_id = a.id and t.login_type = 'QRCODE')`;

/** Locks the account of a badge or code before the row itself, in the order that erasing an account uses. */
const held = (table: "badges" | "one_time_codes", digest: Buffer) => sql`
  held as (
    select a.id, a.display_name, a.default_locale, a.status from ${sql.table(table)} own
    join accounts a on a.id = own.account_id
    where own.digest = ${digest} for key share of a
  )`;

/** Notes a badge's use. Locks its row, so voiding it runs before or after this login. Returns undefined if the badge may not log in. */
export async function useBadge(transaction: Transaction<Tables>, digest: Buffer): Promise<BadgeLogin | undefined> {
  const { rows } = await sql<BadgeLogin>`
    with ${held("badges", digest)}
    update badges b set last_used_at = now()
    from held a, player_groups g
    where b.digest = ${digest} and b.voided_at is null and b.expires_at > now()
      and a.id = b.account_id and g.id = b.player_group_id and ${mayUseBadge}
    returning a.id as account_id, a.display_name, a.default_locale, g.organization_id,
      g.id as player_group_id`.execute(transaction);
  return rows[0];
}

export interface FoundBadge {
  account_id: string;
  /** Null for a badge of no class, as the first version made them. */
  organization_id: string | null;
  is_void: boolean;
  is_expired: boolean;
}

/** Finds a badge, usable or not. */
export async function findBadge(database: Database, digest: Buffer): Promise<FoundBadge | undefined> {
  const { rows } = await sql<FoundBadge>`
    select b.account_id, g.organization_id, b.voided_at is not null as is_void, b.expires_at <= now() as is_expired
    from badges b left join player_groups g on g.id = b.player_group_id where b.digest = ${digest}`.execute(database);
  return rows[0];
}

/** Notes when a dead badge was tried, so that the board of a running lesson asks the teacher to help. */
export async function noteRefusedBadge(database: Database, digest: Buffer): Promise<void> {
  await database
    .updateTable("badges")
    .set({ last_refused_at: sql<Date>`now()` })
    .where("digest", "=", digest)
    .execute();
}

/** If several calls race, a single call consumes the code. Returns undefined if the code may not log in. */
export async function consumeOneTimeCode(transaction: Transaction<Tables>, digest: Buffer): Promise<BadgeLogin | undefined> {
  const { rows } = await sql<BadgeLogin>`
    with ${held("one_time_codes", digest)}
    update one_time_codes c set used_at = now()
    from held a, player_groups g
    where c.digest = ${digest} and c.used_at is null and ${isAhead("c.expires_at")}
      and a.id = c.account_id and g.id = c.player_group_id and ${mayUseBadge}
    returning a.id as account_id, a.display_name, a.default_locale, g.organization_id,
      g.id as player_group_id`.execute(transaction);
  return rows[0];
}

export interface StudentRow {
  id: string;
  display_name: string | null;
  /** The student's oldest player in the group. */
  player_id: string;
  /** The live badge of this group. Its fields are null without such a badge; `badge_last_used_at` also if it was never used. */
  badge_created_at: Date | null;
  badge_expires_at: Date | null;
  badge_last_used_at: Date | null;
  sealed_code: Buffer | null;
  code_expires_at: Date | null;
  /** False if the badge login type was removed from the account. */
  may_use_badge: boolean;
}

/**
 * Lists all or some of the students who play in the group, by name. Each has this group's live badge and the expiry of an
 * unused code.
 */
export async function listStudents(database: Database, groupId: string, chosen: Chosen): Promise<StudentRow[]> {
  const accountIds = chosen === "all" ? null : chosen;
  const { rows } = await sql<StudentRow>`
    select a.id, a.display_name, own.player_id, b.created_at as badge_created_at, b.expires_at as badge_expires_at,
      b.last_used_at as badge_last_used_at, b.sealed_code,
      (
        select max(c.expires_at) from one_time_codes c
        where c.account_id = a.id and c.player_group_id = g.id and c.used_at is null and ${isAhead("c.expires_at")}
      ) as code_expires_at,
      exists (select from account_login_types t where t.account_id = a.id and t.login_type = 'QRCODE') as may_use_badge
    from player_groups g
    join (
      select ap.account_id, (array_agg(p.id order by p.created_at, p.id))[1] as player_id
      from player_group_players gp join account_players ap on ap.player_id = gp.player_id join players p on p.id = gp.player_id
      where gp.player_group_id = ${groupId}::uuid
      group by ap.account_id
    ) own on true
    join accounts a on a.id = own.account_id
    left join badges b on b.account_id = a.id and b.player_group_id = g.id and b.voided_at is null and b.expires_at > now()
    where g.id = ${groupId}::uuid and (${accountIds}::uuid[] is null or a.id = any(${accountIds}::uuid[])) and ${isStudentOfGroup}
    order by lower(a.display_name), a.id`.execute(database);
  return rows;
}

/**
 * Locks all or given accounts that play in the group. An end of an account, or of its badge login, runs before or after the transaction.
 * The foreign keys of badges and codes take the same lock, but after the students are read.
 */
export async function holdAccountsIn(transaction: Transaction<Tables>, groupId: string, chosen: Chosen): Promise<void> {
  const accountIds = chosen === "all" ? null : chosen;
  await sql`
    select from accounts a
    where (${accountIds}::uuid[] is null or a.id = any(${accountIds}::uuid[])) and a.id in (
      select ap.account_id from player_group_players gp join account_players ap on ap.player_id = gp.player_id
      where gp.player_group_id = ${groupId}::uuid
    )
    order by a.id for key share`.execute(transaction);
}

/**
 * Lists the groups of an organization in which an account plays or has a badge or code, archived groups included. The order is fixed to
 * avoid deadlocks.
 */
export async function listGroupsOfStudent(
  database: Database,
  { accountId, organizationId }: { accountId: string; organizationId: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id from player_groups g
    where g.organization_id = ${organizationId}::uuid and g.id in (${classesOfStudent(accountId)})
    order by g.id`.execute(database);
  return rows.map(({ id }) => id);
}

/** The accounts that lost a live badge, and those whose badge had expired. */
export interface VoidedBadges {
  live: string[];
  expired: string[];
}

/**
 * Voids the badges of a group, or of given students in it, unless they are void already. An expired badge is voided too, to make room for a
 * new badge.
 */
export async function voidBadgesIn(transaction: Transaction<Tables>, groupId: string, chosen: Chosen): Promise<VoidedBadges> {
  const voided = await transaction
    .updateTable("badges")
    .set({ voided_at: sql<Date>`now()` })
    .where("player_group_id", "=", groupId)
    .where("voided_at", "is", null)
    .$if(chosen !== "all", (query) => query.where("account_id", "in", chosen === "all" ? [] : chosen))
    .returning(["account_id", sql<boolean>`expires_at > now()`.as("is_live")])
    .execute();
  const accountsOf = (isLive: boolean) => voided.flatMap(({ account_id, is_live }) => (is_live === isLive ? [account_id] : []));
  return { live: accountsOf(true), expired: accountsOf(false) };
}

export interface NewBadge {
  accountId: string;
  playerGroupId: string;
  digest: Buffer;
  sealedCode: Buffer;
  createdBy: string;
}

/** Inserts badges that are valid until the school year ends. Returns their expiry, which is the same for all. */
export async function insertBadges(transaction: Transaction<Tables>, badges: readonly NewBadge[]): Promise<{ expires_at: Date }> {
  // JSON holds no bytes, so digest and code travel as hexadecimal text.
  const rows = badges.map(({ digest, sealedCode, ...badge }) => ({
    ...badge,
    digest: digest.toString("hex"),
    sealedCode: sealedCode.toString("hex"),
  }));
  const inserted = await sql<{ expires_at: Date }>`
    insert into badges (account_id, player_group_id, digest, sealed_code, created_by, expires_at)
    select "accountId", "playerGroupId", decode(digest, 'hex'), decode("sealedCode", 'hex'), "createdBy", school_year_end(now())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given ("accountId" uuid, "playerGroupId" uuid, digest text, "sealedCode" text, "createdBy" uuid)
    returning expires_at`.execute(transaction);
  const [first] = inserted.rows;
  if (first === undefined) throw new Error("No badge was inserted.");
  return first;
}

export interface NewOneTimeCode {
  digest: Buffer;
  accountId: string;
  playerGroupId: string;
  createdBy: string;
}

/** During a lesson of the class the code ends with the lesson. Returns undefined if another code is spelled the same. */
export async function insertOneTimeCode(transaction: Transaction<Tables>, code: NewOneTimeCode): Promise<{ expires_at: Date } | undefined> {
  return transaction
    .insertInto("one_time_codes")
    .values({
      digest: code.digest,
      account_id: code.accountId,
      player_group_id: code.playerGroupId,
      created_by: code.createdBy,
      expires_at: sql<Date>`least(now() + interval '20 minutes', (
        select l.ends_at from lessons l where l.player_group_id = ${code.playerGroupId}::uuid and l.ended_at is null and l.ends_at > now()
      ))`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("expires_at")
    .executeTakeFirst();
}

/** Ends the unused codes of all or given students in a group, or of given students in all groups. Returns the accounts that had a code. */
export async function voidLiveCodes(
  transaction: Transaction<Tables>,
  { groupId, chosen }: { groupId: string; chosen: Chosen } | { groupId?: undefined; chosen: readonly string[] },
): Promise<string[]> {
  const voided = await transaction
    .updateTable("one_time_codes")
    // A login that began before this transaction compares with its own, earlier now().
    .set({ expires_at: sql<Date>`'-infinity'` })
    .where("used_at", "is", null)
    .where(isAhead("expires_at"))
    .$if(groupId !== undefined, (query) => query.where("player_group_id", "=", groupId ?? ""))
    .$if(chosen !== "all", (query) => query.where("account_id", "in", chosen === "all" ? [] : chosen))
    .returning("account_id")
    .execute();
  return [...new Set(voided.map(({ account_id }) => account_id))];
}

export interface BadgeCounts {
  player_group_id: string;
  students: number;
  /** Only students who may have a badge. */
  without_badge: number;
  ends_soon: number;
  /** When the first badge ends; null if no student has a badge. */
  first_end: Date | null;
  is_urgent: boolean;
}

/**
 * Counts the students of some groups, those without a badge of the group, and the badges that end soon. It names the groups twice. Otherwise
 * PostgreSQL may read all groups, depending on the rows that its last analysis happened to sample.
 */
export async function countBadges(database: Database, groupIds: readonly string[]): Promise<BadgeCounts[]> {
  const { badgeEndsSoonDays: soon, badgeEndsUrgentlyDays: urgent } = limits.classOverview;
  const { rows } = await sql<BadgeCounts>`
    select g.id as player_group_id, count(*)::int as students,
      count(*) filter (
        where b.id is null and exists (select from account_login_types t where t.account_id = a.id and t.login_type = 'QRCODE')
      )::int as without_badge,
      count(b.id) filter (where b.expires_at <= now() + make_interval(days => ${soon}::int))::int as ends_soon,
      min(b.expires_at) as first_end,
      coalesce(min(b.expires_at) <= now() + make_interval(days => ${urgent}::int), false) as is_urgent
    from player_groups g
    join (
      select distinct gp.player_group_id, ap.account_id
      from player_group_players gp join account_players ap on ap.player_id = gp.player_id
      where gp.player_group_id = any(${groupIds}::uuid[])
    ) own on own.player_group_id = g.id
    join accounts a on a.id = own.account_id
    left join badges b on b.account_id = a.id and b.player_group_id = g.id and b.voided_at is null and b.expires_at > now()
    where g.id = any(${groupIds}::uuid[]) and ${isStudentOfGroup}
    group by g.id`.execute(database);
  return rows;
}
