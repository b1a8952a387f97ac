/** Device codes at the token endpoint (RFC 8628, section 3.4). The feature `seats` makes them and seats children. */
import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import { isAhead } from "#/platform/database/is-ahead.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { wasAlive } from "./end-grants.ts";
import type { ConsumedCode } from "./queries.ts";

export interface DeviceProof {
  digest: Buffer;
  clientId: string;
}

export interface ConsumedSeat extends ConsumedCode {
  lesson_id: string;
  device_id: string;
  /** The device proved itself by its key, so it needs no new key. */
  has_key: boolean;
}

const isOf = ({ digest, clientId }: DeviceProof) => sql<boolean>`c.digest = ${digest} and c.game_id::text = ${clientId}`;
const lessonRuns = sql<boolean>`exists (select from lessons l where l.id = c.lesson_id and l.ended_at is null and l.ends_at > now())`;
/**
 * The lesson still runs. Otherwise as `grantHolds` of queries.ts: the child may still open the game, which since then was neither retired nor
 * taken from the school.
 */
const seatHolds = sql<boolean>`${lessonRuns}
  and exists (
    select from may_open(c.account_id, c.organization_id, c.game_id, c.game_id::text, 'QRCODE') opened where opened.refusal is null
  )
  and c.seated_at >= coalesce((select g.grants_since from games g where g.id = c.game_id), '-infinity')
  and exists (
    select from organization_games given
    where given.organization_id = c.organization_id and given.game_id = c.game_id and given.since <= c.seated_at
  )`;

/** Checks and consumes a seat in one statement. Returns undefined if there is none to fetch. If several polls race, one wins. */
export async function consumeSeat(transaction: Transaction<Tables>, proof: DeviceProof): Promise<ConsumedSeat | undefined> {
  const { rows } = await sql<ConsumedSeat>`
    update device_codes c set consumed_at = now()
    from devices d
    where ${isOf(proof)} and d.id = c.device_id and c.seated_at is not null and c.consumed_at is null and c.refused_at is null
      and ${isAhead("c.expires_at")} and ${seatHolds}
    returning c.account_id, c.organization_id, c.game_id, 'PLAYER' as scope, 'QRCODE' as login_type, c.lesson_id, d.name as device_name,
      c.device_id, c.has_key`.execute(transaction);
  return rows[0];
}

/**
 * Counts a poll of a code that waits, and returns undefined for any other code. Returns whether the device asked too soon; then its
 * interval grows by five seconds.
 */
export async function countPoll(database: Database, proof: DeviceProof): Promise<{ is_too_soon: boolean } | undefined> {
  const { rows } = await sql<{ is_too_soon: boolean }>`
    with asked as (
      -- A second of tolerance, because a network does not keep time.
      select c.id, coalesce(c.last_polled_at > now() - make_interval(secs => c.interval_seconds - 1), false) as is_too_soon
      from device_codes c
      where ${isOf(proof)} and c.seated_at is null and c.refused_at is null and ${isAhead("c.expires_at")} for update
    )
    update device_codes c
    set last_polled_at = now(), interval_seconds = c.interval_seconds + case when asked.is_too_soon then 5 else 0 end
    from asked where c.id = asked.id
    returning asked.is_too_soon`.execute(database);
  return rows[0];
}

export type SeatState = "used" | "refused" | "expired" | "waiting";

/** What became of a code that this poll does not consume. Undefined for an unknown code, and for another client's. */
export async function findSeatState(database: Database, proof: DeviceProof): Promise<SeatState | undefined> {
  const { rows } = await sql<{ state: SeatState }>`
    select case
      when c.consumed_at is not null then 'used'
      when c.refused_at is not null or (c.seated_at is not null and not (${seatHolds})) then 'refused'
      when c.expires_at <= now() then 'expired'
      else 'waiting'
    end as state
    from device_codes c where ${isOf(proof)}`.execute(database);
  return rows[0]?.state;
}

/** Notes that a device was used in a lesson, and gives it a new key if there is one. Returns false for a removed device. */
export async function noteDeviceUse(
  transaction: Transaction<Tables>,
  { device_id: deviceId, lesson_id: lessonId }: Pick<ConsumedSeat, "device_id" | "lesson_id">,
  newKeyDigest: Buffer | null,
): Promise<boolean> {
  const { rows } = await sql`
    update devices d set last_seen_at = now(), key_digest = coalesce(${newKeyDigest}::bytea, d.key_digest),
      last_player_group_id = (select l.player_group_id from lessons l where l.id = ${lessonId}::uuid)
    where d.id = ${deviceId}::uuid and d.removed_at is null
    returning d.id`.execute(transaction);
  return rows.length > 0;
}

export type SeatsOf =
  | { accountIds: readonly string[]; organizationId?: string | undefined; lessonId?: undefined }
  | { lessonId: string; accountIds?: readonly string[]; organizationId?: undefined };

/**
 * Refuses seats that no device has fetched: all that match every given part. Refuses expired seats too, because a device's poll that
 * began earlier compares with its own now(). Returns the children whose seat had not expired.
 */
export async function refuseSeats(database: Database, { accountIds, organizationId, lessonId }: SeatsOf): Promise<string[]> {
  const { rows } = await sql<{ account_id: string; was_alive: boolean }>`
    update device_codes opened set refused_at = now()
    where opened.seated_at is not null and opened.consumed_at is null and opened.refused_at is null
      and (${accountIds ?? null}::uuid[] is null or opened.account_id = any(${accountIds ?? null}::uuid[]))
      and (${organizationId ?? null}::uuid is null or opened.organization_id = ${organizationId ?? null}::uuid)
      and (${lessonId ?? null}::uuid is null or opened.lesson_id = ${lessonId ?? null}::uuid)
    returning opened.account_id, ${wasAlive} as was_alive`.execute(database);
  return rows.filter(({ was_alive }) => was_alive).map(({ account_id }) => account_id);
}
