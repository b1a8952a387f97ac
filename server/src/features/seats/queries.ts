import { limits } from "@storyport/contract/limits";
import type { LoginType } from "@storyport/contract/vocabulary";
import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import { isAhead } from "#/platform/database/is-ahead.ts";
import type { Tables } from "#/platform/database/tables.ts";

/** Finds a game by its client id, unless it is retired. Compares texts, because the id may be no number, or too large for a game. */
export async function findGameOfClient(
  database: Database,
  clientId: string,
): Promise<{ id: number; login_types: LoginType[] } | undefined> {
  const { rows } = await sql<{ id: number; login_types: LoginType[] }>`
    select g.id, g.login_types from games g where g.id::text = ${clientId} and g.retired_at is null`.execute(database);
  return rows[0];
}

export interface KnownDevice {
  id: string;
  organization_id: string;
}

/** Finds the device that a key proves, for the game that got the key. */
export async function findKnownDevice(
  database: Database,
  { digest, gameId }: { digest: Buffer; gameId: number },
): Promise<KnownDevice | undefined> {
  return database
    .selectFrom("devices")
    .select(["id", "organization_id"])
    .where("key_digest", "=", digest)
    .where("game_id", "=", gameId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
}

/**
 * Notes that a device is there again. Its former code ends, because the device no longer shows it. Locks the device first: of several
 * concurrent requests, each ends the code of the request before. `-infinity` is past for every transaction.
 */
export async function noteSeen(transaction: Transaction<Tables>, deviceId: string): Promise<void> {
  await sql`update devices set last_seen_at = now() where id = ${deviceId}::uuid`.execute(transaction);
  await sql`
    update device_codes set expires_at = '-infinity'
    where device_id = ${deviceId}::uuid and consumed_at is null and ${isAhead("expires_at")}`.execute(transaction);
}

export interface NewDeviceCode {
  /** Of the code with which the device polls. */
  digest: Buffer;
  gameId: number;
  userCode: string;
  deviceName: string | undefined;
  /** Undefined if the device has proven no key. */
  device: KnownDevice | undefined;
}

const isWaiting = sql<boolean>`c.seated_at is null and c.refused_at is null and ${isAhead("c.expires_at")}`;

/**
 * Returns false if the code is taken, or another waiting device of the school shows its pictures (the first two letters). The caller
 * then tries another code, and after some tries lets the pictures repeat.
 */
export async function insertDeviceCode(
  transaction: Transaction<Tables>,
  code: NewDeviceCode,
  { picturesMayRepeat }: { picturesMayRepeat: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    insert into device_codes (digest, game_id, user_code, device_name, device_id, has_key, interval_seconds, expires_at)
    select ${code.digest}::bytea, ${code.gameId}::int, ${code.userCode}, ${code.deviceName ?? null}, ${code.device?.id ?? null}::uuid,
      ${code.device !== undefined}::boolean, ${limits.device.intervalSeconds}::int, now() + make_interval(secs => ${limits.device.codeSeconds})
    where ${picturesMayRepeat}::boolean or not exists (
      select from devices d join device_codes c on c.device_id = d.id and ${isWaiting}
      where d.organization_id = ${code.device?.organization_id ?? null}::uuid and d.removed_at is null
        and left(c.user_code, 2) = left(${code.userCode}, 2)
    )
    on conflict (user_code) do nothing
    returning id`.execute(transaction);
  return rows.length > 0;
}

export interface TakenCode {
  id: string;
  game_id: number;
  user_code: string;
  /** Null for a device that no school has adopted, or that its school has removed. */
  device_id: string | null;
  /** The school that has the device; null if none has. */
  owner_id: string | null;
  /** The school's name for the device, otherwise the device's own name, otherwise its code. */
  name: string;
}

/** Finds the waiting code with these letters, and locks it. If teachers adopt one device at once, they come one after the other. */
export async function takeCode(transaction: Transaction<Tables>, userCode: string): Promise<TakenCode | undefined> {
  const { rows: locked } = await sql<{ id: string }>`
    select c.id from device_codes c where c.user_code = ${userCode} and ${isWaiting} for update`.execute(transaction);
  // A second statement, because the first may have waited for an adoption that it does not see.
  const { rows } = await sql<TakenCode>`
    select c.id, c.game_id, c.user_code, d.id as device_id, d.organization_id as owner_id, coalesce(d.name, c.device_name, c.user_code) as name
    from device_codes c left join devices d on d.id = c.device_id and d.removed_at is null
    where c.id = ${locked[0]?.id ?? null}::uuid`.execute(transaction);
  return rows[0];
}

export async function hasGame(
  database: Database,
  { organizationId, gameId }: { organizationId: string; gameId: number },
): Promise<boolean> {
  const row = await database
    .selectFrom("organization_games")
    .select("game_id")
    .where("organization_id", "=", organizationId)
    .where("game_id", "=", gameId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes the device that shows this code a device of the school. The device gets its key with its next tokens. */
export async function insertDevice(
  transaction: Transaction<Tables>,
  { code, organizationId, createdBy }: { code: TakenCode; organizationId: string; createdBy: string },
): Promise<{ id: string; name: string }> {
  // The name that another school gave the device is that school's.
  const { rows } = await sql<{ id: string; name: string }>`
    insert into devices (organization_id, game_id, name, created_by)
    select ${organizationId}::uuid, c.game_id, coalesce(c.device_name, c.user_code), ${createdBy}::uuid
    from device_codes c where c.id = ${code.id}::uuid
    returning id, name`.execute(transaction);
  const [device] = rows;
  if (device === undefined) throw new Error("The device was not adopted.");
  const owned = { device_id: device.id, has_key: false };
  await transaction.updateTable("device_codes").set(owned).where("id", "=", code.id).execute();
  return device;
}

export interface WaitOfSchool {
  /** The id of the device code, because a device that waits again later is another wait. `devices.id` names the device itself. */
  waitingDeviceId: string;
  organizationId: string;
}

const waitOf = ({ waitingDeviceId, organizationId }: WaitOfSchool) => sql<boolean>`c.id = ${waitingDeviceId}::uuid and d.id = c.device_id
  and d.organization_id = ${organizationId}::uuid and d.removed_at is null`;

export interface TakenSeat {
  device_id: string;
  name: string;
  game_id: number;
}

/**
 * Seats a child in one statement. If several calls race, one wins. Shares the lock of the device first, so that a removal of the device
 * runs entirely before, or finds the seat.
 */
export async function takeSeat(
  transaction: Transaction<Tables>,
  seat: WaitOfSchool & { lessonId: string; accountId: string },
): Promise<TakenSeat | undefined> {
  await sql`select d.id from device_codes c, devices d where ${waitOf(seat)} for share of d`.execute(transaction);
  const { rows } = await sql<TakenSeat>`
    update device_codes c
    set account_id = ${seat.accountId}::uuid, organization_id = ${seat.organizationId}::uuid, lesson_id = ${seat.lessonId}::uuid,
      seated_at = now()
    from devices d where ${waitOf(seat)} and ${isWaiting}
    returning d.id as device_id, d.name, c.game_id`.execute(transaction);
  return rows[0];
}

/** Ends a wait without a seat, in one statement. If several calls race, one wins. */
export async function refuseWait(transaction: Transaction<Tables>, wait: WaitOfSchool): Promise<TakenSeat | undefined> {
  const { rows } = await sql<TakenSeat>`
    update device_codes c set refused_at = now()
    from devices d where ${waitOf(wait)} and ${isWaiting}
    returning d.id as device_id, d.name, c.game_id`.execute(transaction);
  return rows[0];
}

/** Finds a wait in any state, and whether a child has the seat. Returns undefined for a removed device, and for another school's. */
export async function findWait(database: Database, wait: WaitOfSchool): Promise<{ is_taken: boolean } | undefined> {
  const { rows } = await sql<{ is_taken: boolean }>`
    select c.seated_at is not null and c.refused_at is null as is_taken from device_codes c, devices d where ${waitOf(wait)}`.execute(
    database,
  );
  return rows[0];
}

/** Ends the seats of a device that it has not fetched. */
export async function refuseSeatsAt(transaction: Transaction<Tables>, deviceId: string): Promise<void> {
  await sql`
    update device_codes set refused_at = now()
    where device_id = ${deviceId}::uuid and seated_at is not null and consumed_at is null and refused_at is null`.execute(transaction);
}

export interface DeviceOfSchool {
  id: string;
  version: number;
  name: string;
  game_name: string;
  created_at: Date;
  last_seen_at: Date;
  /** The class that used the device last. */
  group_name: string | null;
}

const deviceColumns = sql`d.id, d.version, d.name, g.description as game_name, d.created_at, d.last_seen_at, pg.name as group_name`;
const deviceTables = sql`devices d join games g on g.id = d.game_id left join player_groups pg on pg.id = d.last_player_group_id`;

/** More than any school has. */
const mostDevices = 1000;

/** Lists the devices of a school. The devices that the class `firstOf` used last come first. */
export async function listDevicesOf(
  database: Database,
  { organizationId, firstOf }: { organizationId: string; firstOf: string },
): Promise<DeviceOfSchool[]> {
  const { rows } = await sql<DeviceOfSchool>`
    select ${deviceColumns} from ${deviceTables}
    where d.organization_id = ${organizationId}::uuid and d.removed_at is null
    order by d.last_player_group_id = ${firstOf}::uuid desc nulls last, lower(d.name), d.id limit ${mostDevices}`.execute(database);
  return rows;
}

export interface DeviceInSchool {
  deviceId: string;
  organizationId: string;
}

/** Finds and locks a device of a school. */
export async function findDevice(
  transaction: Transaction<Tables>,
  { deviceId, organizationId }: DeviceInSchool,
): Promise<DeviceOfSchool | undefined> {
  const { rows } = await sql<DeviceOfSchool>`
    select ${deviceColumns} from ${deviceTables}
    where d.id = ${deviceId}::uuid and d.organization_id = ${organizationId}::uuid and d.removed_at is null for update of d`.execute(
    transaction,
  );
  return rows[0];
}

/** Returns false for an outdated version. */
export async function renameTo(
  transaction: Transaction<Tables>,
  { deviceId, version, name }: { deviceId: string; version: number; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("devices")
    .set({ name, version: version + 1 })
    .where("id", "=", deviceId)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the removed device; undefined if the school does not have it. */
export async function markRemoved(
  transaction: Transaction<Tables>,
  { deviceId, organizationId }: DeviceInSchool,
): Promise<{ name: string } | undefined> {
  return transaction
    .updateTable("devices")
    .set({ removed_at: sql<Date>`now()` })
    .where("id", "=", deviceId)
    .where("organization_id", "=", organizationId)
    .where("removed_at", "is", null)
    .returning("name")
    .executeTakeFirst();
}
