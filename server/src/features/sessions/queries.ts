import { CompiledQuery, sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { LoginType } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";

export interface LiveSessionRow {
  digest: Buffer;
  account_id: string;
  organization_id: string | null;
  login_type: LoginType;
  stage: Session["stage"];
  is_stale: boolean;
  email: string | null;
  display_name: string | null;
  default_locale: string;
  feide_services: string[];
  roles: string[];
  permissions: string[];
  has_second_factor: boolean;
}

/**
 * The hottest statement of the portal, so it is written out and prepared once: sessions, accounts, roles and permissions as
 * they are now, in one round trip. Nothing is remembered between calls, so whatever ends a session ends it at once.
 * The inner select hides how many are asked for: PostgreSQL would otherwise plan the statement again for each number.
 */
const liveSessions = `
  select s.digest, s.account_id, s.organization_id, s.login_type, s.stage,
    s.last_seen_at < now() - interval '1 minute' as is_stale,
    a.email, a.display_name, a.default_locale, a.feide_services, held.roles, held.permissions,
    exists (select from second_factors f where f.account_id = s.account_id and f.confirmed_at is not null) as has_second_factor
  from sessions s
  join accounts a on a.id = s.account_id and a.status = 'ACTIVE'
  cross join lateral held_rights(s.account_id, s.organization_id) held
  where s.digest = any (array(select unnest($1::bytea[]))) and s.expires_at > now()
    and s.last_seen_at + make_interval(secs => s.idle_seconds) > now()`;

export async function findLiveSessions(database: Database, digests: readonly Buffer[]): Promise<LiveSessionRow[]> {
  const { rows } = await database.executeQuery<LiveSessionRow>(CompiledQuery.raw(liveSessions, [digests]));
  return rows;
}

export async function findHolder(database: Database, digest: Buffer): Promise<string | undefined> {
  const row = await database
    .selectFrom("sessions")
    .select("account_id")
    .where("digest", "=", digest)
    .where(sql<boolean>`least(expires_at, last_seen_at + make_interval(secs => idle_seconds)) > now()`)
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
 * At most once a minute per session: a write for every call would cost more than the call. A session that another call is touching,
 * or that is just ending, is passed over: two that touch the same ones in another order would wait for each other in a circle.
 */
export async function touchSessions(database: Database, digests: readonly Buffer[]): Promise<void> {
  await database.executeQuery(CompiledQuery.raw(touch, [digests]));
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
  /** The session that this browser had until now. */
  formerDigest: Buffer | null;
  /** Beyond this many the account's oldest ones end: of full sessions a full one, of half ones a half one. */
  mostSessions: number;
  /** Further common table expressions. */
  alongside: RawBuilder<unknown> | undefined;
}

/**
 * One round trip for all: the former session ends, the oldest beyond the limit end, the new one begins. Of logins at
 * once each ends the ones that no other is ending; waiting for each other they could wait for ever. Half sessions end none but
 * half ones: whoever has the password alone must not log its owner out. Answers false, and begins none, for an organization that
 * the account has left: whoever logs in holds the account, so the end of the membership either came first, or comes after and ends
 * the session. The account's first login of its owner is remembered (DESIGN A26): a full session, and not a child's badge.
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
    insert into sessions (digest, account_id, organization_id, login_type, stage, device_name, idle_seconds, expires_at)
    select
      ${session.digest}::bytea, ${session.accountId}::uuid, ${session.organizationId}::uuid, ${session.loginType}, ${session.stage},
      ${session.deviceName}, ${session.idleSeconds}::int, now() + make_interval(secs => ${session.absoluteSeconds}::float8)
    where ${session.organizationId}::uuid is null or exists (
      select from organization_members m
      where m.account_id = ${session.accountId}::uuid and m.organization_id = ${session.organizationId}::uuid
    )
    returning account_id`.execute(database);
  return rows.length > 0;
}

/** Held until the transaction ends, so that of several who complete it at once the others find it gone. */
export async function holdHalfSession(database: Database, digest: Buffer): Promise<{ device_name: string } | undefined> {
  return database
    .selectFrom("sessions")
    .select("device_name")
    .where("digest", "=", digest)
    .where("stage", "<>", "FULL")
    .forUpdate()
    .executeTakeFirst();
}

export async function moveProviderLogin(database: Database, { from, to }: { from: Buffer; to: Buffer }): Promise<void> {
  await database.updateTable("provider_logins").set({ session_digest: to }).where("session_digest", "=", from).execute();
}

/** What names a session to its owner: nobody gets from it to the digest, let alone to the secret. */
const sessionHandle = sql<string>`left(encode(sha256(digest), 'hex'), 32)`;

export interface PortalSession {
  digest: Buffer;
  handle: string;
  login_type: LoginType;
  device_name: string;
  created_at: Date;
  last_seen_at: Date;
  /** Unless it is used before. */
  ends_at: Date;
}

export async function findPortalSessions(database: Database, accountId: string): Promise<PortalSession[]> {
  const endsAt = sql<Date>`least(expires_at, last_seen_at + make_interval(secs => idle_seconds))`;
  return database
    .selectFrom("sessions")
    .select(["digest", "login_type", "device_name", "created_at", "last_seen_at", sessionHandle.as("handle"), endsAt.as("ends_at")])
    .where("account_id", "=", accountId)
    .where("stage", "=", "FULL")
    .where(endsAt, ">", sql<Date>`now()`)
    .execute();
}

/** Answers whether there was one of this account to end. */
export async function deleteSessionByHandle(
  database: Database,
  { accountId, handle }: { accountId: string; handle: string },
): Promise<boolean> {
  const deleted = await database
    .deleteFrom("sessions")
    .where("account_id", "=", accountId)
    .where(sessionHandle, "=", handle)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
