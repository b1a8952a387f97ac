import { sql } from "kysely";
import type { Transaction } from "kysely";
import { renameStudent } from "#/features/accounts/update-account.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";

/** Inserts a player into a group, with the account that plays it. */
export async function insertPlayerOf(
  database: Database,
  {
    accountId: account_id,
    name,
    organizationId,
    playerGroupId,
  }: { accountId: string; name: string; organizationId: string; playerGroupId: string },
): Promise<void> {
  const { id: player_id } = await database
    .insertInto("players")
    .values({ organization_id: organizationId, name, registered_at: sql<Date>`now()` })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.insertInto("player_group_players").values({ player_group_id: playerGroupId, player_id }).execute();
  await database.insertInto("account_players").values({ account_id, player_id }).execute();
}

/** Locks the group until the transaction ends, so that two calls cannot both take its last place. */
export async function countPlayersOf(transaction: Transaction<Tables>, playerGroupId: string): Promise<number> {
  await transaction.selectFrom("player_groups").select("id").where("id", "=", playerGroupId).forNoKeyUpdate().execute();
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
  groups: { id: string; groupName: string }[];
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
      ), '[]') as groups
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

/** Also renames the student who alone plays it. Returns false if the player has another version by now. */
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
  if (numUpdatedRows > 0n && name !== undefined) await renameStudent(database, { playerId, name });
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

export async function listPlayersOfGroups(
  database: Database,
  { groupIds, query, offset, limit }: PlayerListing,
): Promise<{ results: ListedPlayer[]; total: number }> {
  const { rows } = await sql<ListedPlayer & { total: string }>`
    select p.id, p.name as "playerName", p.excluded_from_analysis as "excludedFromAnalysis", count(*) over () as total,
      json_agg(json_build_object('id', g.id, 'groupName', g.name) order by lower(g.name), g.id) as "playerGroups"
    from player_group_players gp
    join players p on p.id = gp.player_id
    join player_groups g on g.id = gp.player_group_id and g.organization_id = p.organization_id
    where gp.player_group_id = any(${[...groupIds]}::uuid[])
      and (${query} = '' or strpos(lower(p.name), lower(${query})) > 0 or p.id::text = lower(${query}))
    group by p.id
    order by lower(p.name), p.id
    offset ${offset} limit ${limit}`.execute(database);
  return { results: rows.map(({ total: _, ...player }) => player), total: Number(rows[0]?.total ?? 0) };
}
