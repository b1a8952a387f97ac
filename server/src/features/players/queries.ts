import { sql } from "kysely";
import type { Transaction } from "kysely";
import { renameStudents } from "#/features/accounts/update-account.ts";
import { isOnlyStudentIn } from "#/features/rights/students.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { Refusal } from "#/platform/refusal.ts";

export interface NewPlayer {
  id: string;
  accountId: string;
  name: string;
  /** The school's own id of the child. */
  externalId: string | undefined;
  organizationId: string;
  playerGroupId: string;
}

/**
 * Inserts players into their groups, each with its account. A player without an account gives its external id to the new player,
 * because its child left and has returned.
 */
export async function insertPlayers(database: Database, players: readonly NewPlayer[]): Promise<void> {
  const given = sql`
    jsonb_to_recordset(${JSON.stringify(players)}::jsonb)
      as given (id uuid, "accountId" uuid, name text, "externalId" text, "organizationId" uuid, "playerGroupId" uuid)`;
  await sql`
    update players p set external_id = null, updated_at = now() from ${given}
    where p.organization_id = given."organizationId" and p.external_id = given."externalId"
      and not exists (select from account_players ap where ap.player_id = p.id)`.execute(database);
  await sql`
    insert into players (id, organization_id, name, external_id, registered_at)
    select id, "organizationId", name, "externalId", now() from ${given}`.execute(database);
  await sql`insert into player_group_players (player_group_id, player_id) select "playerGroupId", id from ${given}`.execute(database);
  await sql`insert into account_players (account_id, player_id) select "accountId", id from ${given}`.execute(database);
}

/**
 * Renames players, and their students as `renameStudents` says. The caller of this function holds the organization, and the accounts that
 * play the players (`holdPlayed`).
 */
export async function renamePlayers(database: Database, players: readonly { playerId: string; name: string }[]): Promise<void> {
  await sql`
    update players p set name = given.name, version = version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(players)}::jsonb) as given ("playerId" uuid, name text)
    where p.id = given."playerId"`.execute(database);
  await renameStudents(database, players);
}

/** Returns the given players that still have the given names, and locks them until the transaction ends. */
export async function holdPlayersNamed(database: Database, players: readonly { playerId: string; name: string }[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from players p
    join jsonb_to_recordset(${JSON.stringify(players)}::jsonb) as given ("playerId" uuid, name text)
      on p.id = given."playerId" and p.name = given.name
    order by p.id for no key update of p`.execute(database);
  return rows.map(({ id }) => id);
}

/** Sets the school's own ids of players; null removes an id. Leaves the version, because no form edits these ids. */
export async function setExternalIds(
  database: Database,
  players: readonly { playerId: string; externalId: string | null }[],
): Promise<void> {
  await sql`
    update players p set external_id = given."externalId", updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(players)}::jsonb) as given ("playerId" uuid, "externalId" text)
    where p.id = given."playerId"`.execute(database);
}

export interface Place {
  playerId: string;
  groupId: string;
}

/** Players who are in their group already stay as they are. Returns the new places. */
export async function joinGroups(database: Database, places: readonly Place[]): Promise<Place[]> {
  const { rows } = await sql<Place>`
    insert into player_group_players (player_group_id, player_id)
    select "groupId", "playerId" from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as given ("playerId" uuid, "groupId" uuid)
    on conflict do nothing
    returning player_id as "playerId", player_group_id as "groupId"`.execute(database);
  return rows;
}

export async function leaveGroups(database: Database, places: readonly Place[]): Promise<void> {
  await sql`
    delete from player_group_players gp
    using jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as given ("playerId" uuid, "groupId" uuid)
    where gp.player_group_id = given."groupId" and gp.player_id = given."playerId"`.execute(database);
}

/** Lists the accounts that play these players. */
export async function listAccountsPlaying(database: Database, playerIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from account_players where player_id = any(${[...playerIds]}::uuid[])`.execute(database);
  return rows.map(({ account_id }) => account_id);
}

/** The account no longer plays the players of an organization. They stay in their groups. */
export async function unlinkPlayersIn(
  database: Database,
  { accountId, organizationId }: { accountId: string; organizationId: string },
): Promise<void> {
  await sql`
    delete from account_players ap using players p
    where ap.account_id = ${accountId}::uuid and p.id = ap.player_id and p.organization_id = ${organizationId}::uuid`.execute(database);
}

/** Removes players with their places in groups. */
export async function deletePlayers(database: Database, playerIds: readonly string[]): Promise<void> {
  await sql`delete from players where id = any(${[...playerIds]}::uuid[])`.execute(database);
}

/**
 * Counts the players of a group. Locks the group until the transaction ends, so that two calls cannot both take its last place. Refuses a
 * group that was removed meanwhile as not found.
 */
export async function countPlayersOf(transaction: Transaction<Tables>, playerGroupId: string): Promise<number> {
  const held = transaction.selectFrom("player_groups").select("id").where("id", "=", playerGroupId).forNoKeyUpdate();
  await held.executeTakeFirstOrThrow(() => new Refusal("errors.notFound"));
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from player_group_players where player_group_id = ${playerGroupId}::uuid`.execute(transaction);
  return rows[0]?.count ?? 0;
}

export interface PlayerRow {
  id: string;
  version: number;
  playerName: string;
  gender: number | null;
  pass_code: string | null;
  research_code: string | null;
  isShared: boolean;
  excludedFromAnalysis: boolean;
  createdAt: Date;
  updatedAt: Date;
  registeredAt: Date | null;
  organization: { id: string; organization_key: string };
  /** Archived groups included. */
  groups: { id: string; groupName: string }[];
  /** The accounts that play it and are only students. */
  student_ids: string[];
}

/** Leaves out groups of another organization, even if a row links them. */
export async function findPlayer(database: Database, playerId: string): Promise<PlayerRow | undefined> {
  const { rows } = await sql<PlayerRow>`
    select p.id, p.version, p.name as "playerName", p.gender, p.pass_code, p.research_code, p.is_shared as "isShared",
      p.excluded_from_analysis as "excludedFromAnalysis", p.created_at as "createdAt", p.updated_at as "updatedAt",
      p.registered_at as "registeredAt", json_build_object('id', o.id, 'organization_key', o.key) as organization,
      coalesce((
        select json_agg(json_build_object('id', g.id, 'groupName', g.name) order by lower(g.name), g.id)
        from player_group_players gp
        join player_groups g on g.id = gp.player_group_id and g.organization_id = p.organization_id
        where gp.player_id = p.id
      ), '[]') as groups,
      array(
        select ap.account_id::text from account_players ap
        where ap.player_id = p.id and ${isOnlyStudentIn({ id: sql`ap.account_id`, organizationId: sql`p.organization_id` })}
        order by ap.account_id
      ) as student_ids
    from players p join organizations o on o.id = p.organization_id
    where p.id = ${playerId}::uuid`.execute(database);
  return rows[0];
}

export interface PlayerChange {
  playerId: string;
  version: number;
  name: string | undefined;
  excludedFromAnalysis: boolean | undefined;
  researchCode: string | null | undefined;
  passCode: string | null | undefined;
}

/** Renames the students too, as `renameStudents` says. Returns false if the player has another version by now. */
export async function updatePlayer(database: Database, change: PlayerChange): Promise<boolean> {
  const { playerId, version, name, excludedFromAnalysis, researchCode, passCode } = change;
  const { numUpdatedRows } = await database
    .updateTable("players")
    .set({
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      ...(name === undefined ? {} : { name }),
      ...(excludedFromAnalysis === undefined ? {} : { excluded_from_analysis: excludedFromAnalysis }),
      ...(researchCode === undefined ? {} : { research_code: researchCode }),
      ...(passCode === undefined ? {} : { pass_code: passCode }),
    })
    .where("id", "=", playerId)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n && name !== undefined) await renameStudents(database, [{ playerId, name }]);
  return numUpdatedRows > 0n;
}

export interface PlayerListing {
  groupIds: readonly string[];
  query: string;
  offset: number;
  limit: number;
}

export interface ListedPlayer {
  id: string;
  playerName: string;
  playerGroups: { id: string; groupName: string }[];
  excludedFromAnalysis: boolean;
}

/**
 * Returns a page of the players of these groups, by name. A page beyond the end has no players and the same total. Matches a part of the name,
 * `%` and `_` literally, or the whole id.
 */
export async function listPlayersOfGroups(
  database: Database,
  { groupIds, query, offset, limit }: PlayerListing,
): Promise<{ results: ListedPlayer[]; total: number }> {
  // Only for the players of the page, because the caller may read thousands of groups.
  const groupsOf = sql`
    select json_agg(json_build_object('id', g.id, 'groupName', g.name) order by lower(g.name), g.id)
    from player_group_players gp
    join players p on p.id = gp.player_id
    join player_groups g on g.id = gp.player_group_id and g.organization_id = p.organization_id
    where gp.player_id = f.id and g.id = any(${[...groupIds]}::uuid[])`;
  const { rows } = await sql<{ total: number; player: ListedPlayer | null }>`
    with found as materialized (
      select distinct p.id, p.name, p.excluded_from_analysis
      from player_group_players gp
      join players p on p.id = gp.player_id
      join player_groups g on g.id = gp.player_group_id and g.organization_id = p.organization_id
      where gp.player_group_id = any(${[...groupIds]}::uuid[])
        and (${query} = '' or strpos(lower(p.name), lower(${query})) > 0 or p.id::text = lower(${query}))
    )
    select counted.total, page.player
    from (select count(*)::int as total from found) counted
    left join lateral (
      select lower(f.name) as key, f.id, json_build_object(
        'id', f.id, 'playerName', f.name, 'playerGroups', (${groupsOf}), 'excludedFromAnalysis', f.excluded_from_analysis
      ) as player
      from found f order by lower(f.name), f.id offset ${offset} limit ${limit}
    ) page on true
    order by page.key, page.id`.execute(database);
  return { results: rows.flatMap(({ player }) => player ?? []), total: rows[0]?.total ?? 0 };
}
