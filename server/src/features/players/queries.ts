import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

export interface NewStudent {
  name: string;
  locale: string;
  organizationId: string;
  playerGroupId: string;
}

/** An account without an e-mail that logs in by badge alone, and the player it plays. Answers the account's id. */
export async function insertStudent(database: Database, student: NewStudent): Promise<string> {
  const organization_id = student.organizationId;
  const now = sql<Date>`now()`;
  const { id: account_id } = await database
    .insertInto("accounts")
    .values({ display_name: student.name, status: "ACTIVE", default_locale: student.locale, activated_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.insertInto("account_login_types").values({ account_id, login_type: "QRCODE" }).execute();
  await database.insertInto("organization_members").values({ account_id, organization_id, is_primary: true }).execute();
  await database.insertInto("account_roles").values({ account_id, role_key: "student", organization_id }).execute();
  const { id: player_id } = await database
    .insertInto("players")
    .values({ organization_id, name: student.name, registered_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.insertInto("player_group_players").values({ player_group_id: student.playerGroupId, player_id }).execute();
  await database.insertInto("account_players").values({ account_id, player_id }).execute();
  return account_id;
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

/** Groups of another organization are left out, should a row ever lead there. */
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
}

/** False when the player is of another version by now. The student who alone plays it is called the same. */
export async function updatePlayer(database: Database, { playerId, version, name, excludedFromAnalysis }: PlayerChange): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("players")
    .set({
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      ...(name === undefined ? {} : { name }),
      ...(excludedFromAnalysis === undefined ? {} : { excluded_from_analysis: excludedFromAnalysis }),
    })
    .where("id", "=", playerId)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n && name !== undefined) await renameStudentOf(database, playerId, name);
  return numUpdatedRows > 0n;
}

/** An account with no e-mail that plays this player and no other, and still belongs to its school: its name is the player's. */
async function renameStudentOf(database: Database, playerId: string, name: string): Promise<void> {
  await sql`
    update accounts a set display_name = ${name}, updated_at = now(), version = version + 1
    where a.email is null and a.status <> 'DELETED'
      and a.id in (select account_id from account_players where player_id = ${playerId}::uuid)
      and (select count(*) from account_players ap where ap.account_id = a.id) = 1
      and exists (
        select from players p join organization_members m on m.organization_id = p.organization_id
        where p.id = ${playerId}::uuid and m.account_id = a.id
      )`.execute(database);
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
