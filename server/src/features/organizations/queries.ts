import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { OrganizationDetails, OrganizationMember, OrganizationName } from "@storyport/contract/organizations";
import type { Database } from "#/platform/database/connect.ts";
import type { SearchedTable } from "#/platform/database/search.ts";
import type { Reach } from "#/features/rights/reach.ts";

/** More than a list can show. Beyond it users search. */
const most = 10_000;

export async function listOrganizationKeys(database: Database, reach: Reach): Promise<{ id: string; organization_key: string }[]> {
  return database
    .selectFrom("organizations")
    .select(["id", "key as organization_key"])
    .$if(reach !== "everywhere", (query) => query.where(sql<boolean>`id = any(${reach}::uuid[])`))
    .orderBy("key")
    .limit(most)
    .execute();
}

export async function findOrganizationId(database: Database, key: string): Promise<string | undefined> {
  return (await database.selectFrom("organizations").select("id").where("key", "=", key).executeTakeFirst())?.id;
}

/** What `searchTable` searches: the organizations within reach, by a part of their key. */
export function searchedOrganizations(reach: Reach): SearchedTable {
  return {
    from: sql`organizations o`,
    alias: "o",
    key: sql`lower(o.key)`,
    searched: reach === "everywhere" ? sql`true` : sql`o.id = any(${reach}::uuid[])`,
  };
}

/** Returns the names in the order of the given ids. Leaves out missing organizations. */
export async function listOrganizationNames(database: Database, ids: readonly string[]): Promise<OrganizationName[]> {
  const { rows } = await sql<OrganizationName>`
    select o.id, o.key as organization_key
    from unnest(${ids}::uuid[]) with ordinality wanted (id, place) join organizations o on o.id = wanted.id
    order by wanted.place`.execute(database);
  return rows;
}

/** Returns the id, or undefined if the key or a look-alike is taken. If two calls race, the second call returns undefined. */
export async function insertOrganization(
  database: Database,
  organization: { key: string; description: string },
): Promise<string | undefined> {
  const inserted = await database
    .insertInto("organizations")
    .values(organization)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted?.id;
}

/** Adds games, none of which the organization may have yet. Returns how many; leaves out missing and retired games. */
export async function insertOrganizationGames(
  database: Database,
  { organizationId, gameIds }: { organizationId: string; gameIds: readonly number[] },
): Promise<number> {
  const { rows } = await sql`
    insert into organization_games (organization_id, game_id)
    select ${organizationId}::uuid, g.id from games g
    where g.id = any(${gameIds}::int[]) and g.retired_at is null returning game_id`.execute(database);
  return rows.length;
}

/** Takes all games from the organization except the given games. Returns the ids that it had before, in order. */
export async function keepOrganizationGames(database: Database, organizationId: string, kept: readonly number[]): Promise<number[]> {
  const had = await database
    .selectFrom("organization_games")
    .select("game_id")
    .where("organization_id", "=", organizationId)
    .orderBy("game_id")
    .execute();
  await sql`delete from organization_games where organization_id = ${organizationId}::uuid and game_id <> all(${kept}::int[])`.execute(
    database,
  );
  return had.map((row) => row.game_id);
}

export interface OrganizationChange {
  organizationId: string;
  version: number;
  /** Undefined leaves it. */
  description: string | undefined;
}

/** Returns false if the organization has another version by now, or does not exist. */
export async function updateOrganization(
  database: Database,
  { organizationId, version, description }: OrganizationChange,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("organizations")
    .set({
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      ...(description === undefined ? {} : { description }),
    })
    .where("id", "=", organizationId)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Returns when this call changed the organization, or undefined if it did not. Leaves the version, because an edit of the organization
 * cannot overwrite this setting.
 */
export async function setRequiresPasskeys(database: Database, organizationId: string, isRequired: boolean): Promise<Date | undefined> {
  const now = sql<Date>`now()`;
  const changed = await database
    .updateTable("organizations")
    .set({ requires_passkeys: isRequired, passkeys_required_at: isRequired ? now : null, updated_at: now })
    .where("id", "=", organizationId)
    .where("requires_passkeys", "<>", isRequired)
    .returning("updated_at")
    .executeTakeFirst();
  return changed?.updated_at;
}

export async function organizationExists(database: Database, organizationId: string): Promise<boolean> {
  return (await database.selectFrom("organizations").select("id").where("id", "=", organizationId).executeTakeFirst()) !== undefined;
}

type DetailsRow = Omit<OrganizationDetails, "createdAt"> & { created_at: Date };

export async function findOrganizationDetails(database: Database, organizationId: string): Promise<DetailsRow | undefined> {
  const { rows } = await sql<DetailsRow>`
    select o.id, o.version, o.key, o.description, o.requires_passkeys as "requiresPasskeys", o.created_at,
      (select count(*)::int from organization_members m join accounts a on a.id = m.account_id and a.status <> 'DELETED'
        where m.organization_id = o.id) as "memberCount",
      (select count(*)::int from user_groups g where g.organization_id = o.id and g.group_type <> 'ARCHIVED') as "userGroupCount",
      (select count(*)::int from player_groups g where g.organization_id = o.id and g.group_type <> 'ARCHIVED') as "playerGroupCount",
      (select count(*)::int from players p where p.organization_id = o.id) as "playerCount",
      (select coalesce(json_agg(distinct h.role_key), '[]') from (${holders(organizationId)}) h) as roles,
      coalesce((
        select json_agg(json_build_object(
          'gameId', g.id, 'gameKey', g.key, 'description', g.description, 'isRetired', g.retired_at is not null,
          'loginTypes', to_json(g.login_types), 'requiredPermissions', to_json(g.required_permissions),
          'callbackUrls', (select coalesce(json_agg(c.url order by c.url), '[]') from game_callbacks c where c.game_id = g.id)
        ) order by g.id)
        from organization_games og join games g on g.id = og.game_id where og.organization_id = o.id
      ), '[]') as games
    from organizations o where o.id = ${organizationId}::uuid`.execute(database);
  return rows[0];
}

export interface MemberSearch {
  organizationId: string;
  query: string;
  /** Only members who hold this role in the organization. */
  role: string | undefined;
  offset: number;
  limit: number;
}

type MemberRow = Omit<OrganizationMember, "joinedAt" | "mayRemove" | "isLast"> & {
  joined_at: Date;
  /** Whether the account has the role `admin`. */
  is_administrator: boolean;
  /** Without this membership the account belongs to no organization and has no platform role, so it cannot log in. */
  is_last: boolean;
};

/** Returns one page ordered by e-mail address, or by name without an address. `%` and `_` match literally. */
export async function findOrganizationMembers(database: Database, search: MemberSearch): Promise<{ members: MemberRow[]; total: number }> {
  const { organizationId, query, role = null, offset, limit } = search;
  const matching = sql`
    from organization_members m join accounts a on a.id = m.account_id
    where m.organization_id = ${organizationId}::uuid and a.status <> 'DELETED'
      and (${query} = '' or strpos(a.email, lower(${query})) > 0 or strpos(lower(a.display_name), lower(${query})) > 0)
      and (${role}::text is null or a.id in (select h.account_id from (${holders(organizationId)}) h where h.role_key = ${role}::text))`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(database);
  const { rows } = await sql<MemberRow>`
    select page.id, page.email, page.display_name as "displayName", page.status as "userStatus", page.joined_at,
      (select coalesce(json_agg(distinct h.role_key), '[]') from (${holders(organizationId)}) h where h.account_id = page.id) as roles,
      exists (select from account_roles r where r.account_id = page.id and r.role_key = 'admin') as is_administrator,
      not exists (select from account_roles r where r.account_id = page.id and r.organization_id is null) and not exists (
        select from organization_members o where o.account_id = page.id and o.organization_id <> ${organizationId}::uuid
      ) as is_last
    from (
      select a.id, a.email, a.display_name, a.status, m.joined_at ${matching}
      order by coalesce(a.email, lower(a.display_name)), a.id limit ${limit} offset ${offset}
    ) page
    order by coalesce(page.email, lower(page.display_name)), page.id`.execute(database);
  return { members: rows, total: counted.rows[0]?.total ?? 0 };
}

/**
 * Lists accounts with their roles in an organization, held directly or through a user group. Leaves out platform roles. Use it only to show
 * roles: the functions about rights decide what an account may do.
 */
function holders(organizationId: string): RawBuilder<unknown> {
  return sql`
    select r.account_id, r.role_key from account_roles r where r.organization_id = ${organizationId}::uuid
    union all
    select gm.account_id, gr.role_key
    from user_groups g
    join user_group_members gm on gm.user_group_id = g.id
    join user_group_roles gr on gr.user_group_id = g.id
    where g.organization_id = ${organizationId}::uuid and g.group_type <> 'ARCHIVED'`;
}
