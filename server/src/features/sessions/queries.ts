import { CompiledQuery, sql } from "kysely";
import type { RawBuilder } from "kysely";
import { limits } from "@storyport/contract/limits";
import type { LoginType } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { isLiveSession, sessionEndsAt } from "./live-session.ts";

export interface LiveSessionRow {
  digest: Buffer;
  account_id: string;
  /** Null for a session that reaches all organizations of its account. */
  organization_id: string | null;
  login_type: LoginType;
  stage: Session["stage"];
  /** The last use was written more than a minute ago. */
  is_stale: boolean;
  email: string | null;
  display_name: string | null;
  default_locale: string;
  feide_services: string[];
  roles: string[];
  permissions: string[];
  has_second_factor: boolean;
  /** The view of another person that the session has not left yet. */
  support_view_id: string | null;
  by_passkey: boolean;
  /** Null unless the session must prove a passkey. The two columns below are null with it. */
  passkey_due_at: Date | null;
  is_passkey_overdue: boolean | null;
  has_passkey: boolean | null;
}

/**
 * The most frequent statement of the portal, so it is written by hand and prepared once. It reads sessions, accounts, roles and
 * permissions in one round trip. Nothing is cached between calls, so that an ended session ends at once. The inner select hides
 * the number of digests; otherwise PostgreSQL would plan again for each number. The demand of passkeys costs other sessions no lookup.
 * Accounts that are only students are exempt from it (docs/decisions/0073). Without `offset 0` PostgreSQL would write the rule of `due`
 * into each of its three uses.
 */
const liveSessions = `
  select s.digest, s.account_id, s.organization_id, s.login_type, s.stage, s.support_view_id, s.by_passkey,
    s.last_seen_at < now() - interval '1 minute' as is_stale,
    a.email, a.display_name, a.default_locale, a.feide_services, held.roles, held.permissions,
    exists (select from second_factors f where f.account_id = s.account_id and f.confirmed_at is not null) as has_second_factor,
    due.at as passkey_due_at, due.at <= now() as is_passkey_overdue,
    case when due.at is not null then
      exists (select from passkeys k where k.account_id = s.account_id and k.copied_at is null)
    end as has_passkey
  from sessions s
  join accounts a on a.id = s.account_id and a.status = 'ACTIVE'
  cross join lateral held_rights(s.account_id, s.organization_id) held
  left join lateral (
    select min(o.passkeys_required_at) + make_interval(hours => ${limits.passkeys.graceHours}) as at
    from organization_members m join organizations o on o.id = m.organization_id and o.requires_passkeys
    where s.stage = 'FULL' and s.login_type = 'PASSWORD' and not s.by_passkey and m.account_id = s.account_id
  ) demand on true
  cross join lateral (
    select case when demand.at is not null and not is_only_student(s.account_id) then demand.at end as at
    offset 0
  ) due
  where s.digest = any (array(select unnest($1::bytea[]))) and s.expires_at > now()
    and s.last_seen_at + make_interval(secs => s.idle_seconds) > now()`;

/** Finds the live sessions with these digests, half sessions included, in no order. */
export async function findLiveSessions(database: Database, digests: readonly Buffer[]): Promise<LiveSessionRow[]> {
  const { rows } = await database.executeQuery<LiveSessionRow>(CompiledQuery.raw(liveSessions, [digests]));
  return rows;
}

/** Returns the account of a live session, half sessions included. */
export async function findHolder(database: Database, digest: Buffer): Promise<string | undefined> {
  const row = await database
    .selectFrom("sessions")
    .select("account_id")
    .where("digest", "=", digest)
    .where(isLiveSession)
    .executeTakeFirst();
  return row?.account_id;
}

const touch = `
  update sessions set last_seen_at = now() where digest in (
    select digest from sessions
    where digest = any (array(select unnest($1::bytea[]))) and last_seen_at < now() - interval '1 minute'
    for no key update skip locked
  )`;

/**
 * Writes at most once a minute per session, because a write per call would cost more than the call. Skips rows that other calls
 * are touching or ending, to avoid deadlocks.
 */
export async function touchSessions(database: Database, digests: readonly Buffer[]): Promise<void> {
  await database.executeQuery(CompiledQuery.raw(touch, [digests]));
}

export interface ViewRow {
  id: string;
  /** Null if the administrator's row was deleted. */
  administrator_id: string | null;
  seconds_left: number;
  is_open: boolean;
  account_id: string;
  email: string | null;
  display_name: string | null;
  default_locale: string;
  feide_services: string[];
  roles: string[];
  permissions: string[];
  /** Of the stored session that was used last, else the first of the account's login types; null without any. */
  login_type: LoginType | null;
}

/**
 * Returns a view of another person, with the person's rights in all organizations. It is over by its end, its time, or a viewed account
 * that could not be viewed now.
 */
export async function findView(database: Database, viewId: string): Promise<ViewRow | undefined> {
  const { rows } = await sql<ViewRow>`
    select v.id, v.administrator_id, a.id as account_id, a.email, a.display_name, a.default_locale, a.feide_services,
      held.roles, held.permissions,
      v.ended_at is null and v.ends_at > now() and a.status = 'ACTIVE' and 'login' = any(held.permissions)
        and not held.permissions && array['admin'] and not held.roles && array['student'] as is_open,
      greatest(0, extract(epoch from v.ends_at - now()))::float8 as seconds_left,
      coalesce(
        (select s.login_type from sessions s where s.account_id = a.id order by s.last_seen_at desc limit 1),
        (select min(t.login_type) from account_login_types t where t.account_id = a.id)
      ) as login_type
    from support_views v
    join accounts a on a.id = v.account_id
    cross join lateral held_rights(v.account_id, null) held
    where v.id = ${viewId}::uuid`.execute(database);
  return rows[0];
}

/** Returns false if the session has ended, or has not left its former view. */
export async function setSupportView(database: Database, digest: Buffer, viewId: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("sessions")
    .set({ support_view_id: viewId })
    .where("digest", "=", digest)
    .where("support_view_id", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Changes nothing if the session views another person by now. */
export async function clearSupportView(database: Database, digest: Buffer, viewId: string): Promise<void> {
  await database
    .updateTable("sessions")
    .set({ support_view_id: null })
    .where("digest", "=", digest)
    .where("support_view_id", "=", viewId)
    .execute();
}

export interface NewSession {
  digest: Buffer;
  accountId: string;
  organizationId: string | null;
  loginType: LoginType;
  stage: Session["stage"];
  deviceName: string;
  idleSeconds: number;
  absoluteSeconds: number;
  /** The browser's session before this login. */
  formerDigest: Buffer | null;
  /** The limit per account and kind of session, full or half. Beyond it a new session ends the sessions of its kind unused for longest. */
  mostSessions: number;
  /** Limits the session's life to the lesson's. */
  lessonId: string | null;
  byPasskey: boolean;
  /** Null if the user gave the proof now. A later time counts as now, because the clock of a provider may be ahead. */
  provenAt: Date | null;
  /** The connected identity that began it; null if no provider did. */
  identityId: string | null;
  /** Further common table expressions, for writes of the login in the same statement. */
  alongside: RawBuilder<unknown> | undefined;
}

/**
 * Ends the former session and those beyond the limit, and begins the new session, in one round trip. Skips rows that
 * concurrent logins are deleting, to avoid deadlocks. Half sessions end only half sessions, because an attacker with the
 * password alone must not log the owner out. Returns false and begins nothing in an organization that the account has left. The
 * caller has locked the account, so the end of a membership runs either before or afterwards. A full session that is not a
 * badge's marks the owner's first login (DESIGN A26).
 */
export async function insertSession(database: Database, session: NewSession): Promise<boolean> {
  const { rows } = await sql`
    with ${session.alongside === undefined ? sql`` : sql`${session.alongside},`}
    former as (delete from sessions where digest = ${session.formerDigest}::bytea),
    oldest as (
      delete from sessions where digest in (
        select digest from sessions
        where account_id = ${session.accountId}::uuid and (stage = 'FULL') = ${session.stage === "FULL"}::boolean
        order by last_seen_at desc offset ${session.mostSessions - 1}
        for update skip locked
      )
    ),
    first as (
      update accounts set first_logged_in_at = now()
      where id = ${session.accountId}::uuid and first_logged_in_at is null
        and ${session.stage === "FULL" && session.loginType !== "QRCODE"}::boolean
    )
    insert into sessions (digest, account_id, organization_id, login_type, stage, device_name, idle_seconds, expires_at, lesson_id, by_passkey, proven_at, identity_id)
    select
      ${session.digest}::bytea, ${session.accountId}::uuid, ${session.organizationId}::uuid, ${session.loginType}, ${session.stage},
      ${session.deviceName}, ${session.idleSeconds}::int,
      least(
        now() + make_interval(secs => ${session.absoluteSeconds}::float8), (select ends_at from lessons where id = ${session.lessonId}::uuid)
      ),
      ${session.lessonId}::uuid, ${session.byPasskey}::boolean, ${session.provenAt === null ? null : sql`least(now(), ${session.provenAt}::timestamptz)`},
      ${session.identityId}::uuid
    where ${session.organizationId}::uuid is null or exists (
      select from organization_members m
      where m.account_id = ${session.accountId}::uuid and m.organization_id = ${session.organizationId}::uuid
    )
    returning account_id`.execute(database);
  return rows.length > 0;
}

/** Locks the half session until the transaction ends. If several calls complete it, the others find it gone. */
export async function holdHalfSession(
  database: Database,
  digest: Buffer,
): Promise<{ device_name: string; proven_at: Date; identity_id: string | null } | undefined> {
  return database
    .selectFrom("sessions")
    .select(["device_name", sql<Date>`coalesce(proven_at, created_at)`.as("proven_at"), "identity_id"])
    .where("digest", "=", digest)
    .where("stage", "<>", "FULL")
    .forUpdate()
    .executeTakeFirst();
}

/** Gives the login at a provider to the session that replaces a half session. */
export async function moveProviderLogin(database: Database, { from, to }: { from: Buffer; to: Buffer }): Promise<void> {
  await database.updateTable("provider_logins").set({ session_digest: to }).where("session_digest", "=", from).execute();
}

/** The name of a session for its owner. It reveals neither the digest nor the secret. */
const sessionHandle = sql<string>`left(encode(sha256(digest), 'hex'), 32)`;

export interface PortalSession {
  digest: Buffer;
  handle: string;
  login_type: LoginType;
  by_passkey: boolean;
  device_name: string;
  created_at: Date;
  last_seen_at: Date;
  /** When it ends without further use. */
  ends_at: Date;
}

/** Lists the full sessions of an account that have not expired, in no order. */
export async function findPortalSessions(database: Database, accountId: string): Promise<PortalSession[]> {
  return database
    .selectFrom("sessions")
    .select([
      "digest",
      "login_type",
      "by_passkey",
      "device_name",
      "created_at",
      "last_seen_at",
      sessionHandle.as("handle"),
      sessionEndsAt.as("ends_at"),
    ])
    .where("account_id", "=", accountId)
    .where("stage", "=", "FULL")
    .where(isLiveSession)
    .execute();
}

/** Returns the digest of the ended session, or undefined if the account has no such session. */
export async function deleteSessionByHandle(
  database: Database,
  { accountId, handle }: { accountId: string; handle: string },
): Promise<Buffer | undefined> {
  const deleted = await database
    .deleteFrom("sessions")
    .where("account_id", "=", accountId)
    .where(sessionHandle, "=", handle)
    .returning("digest")
    .executeTakeFirst();
  return deleted?.digest;
}
