import { sql } from "kysely";
import type { ManifestOrganization } from "@storyport/contract/games";
import type { TokenScope } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";

/** A game as the manifest shows it. The database builds the JSON, so that a school with many games stays one row. */
const manifestGame = sql`json_build_object(
  'gameId', g.id, 'gameKey', g.key, 'description', g.description, 'locale', g.locale,
  'loginTypes', to_json(g.login_types), 'requiredPermissions', to_json(g.required_permissions),
  'callbackUrls', (select coalesce(json_agg(c.url order by c.url), '[]') from game_callbacks c where c.game_id = g.id),
  'launchUrl', (select l.url from resource_links l where l.game_id = g.id and l.resource_type = 'game'),
  'dashboardUrl', (select l.url from resource_links l where l.game_id = g.id and l.resource_type = 'dashboard')
)`;

/** Drops null members, because the contract's optional members are never null. */
const withoutNulls = sql`json_strip_nulls(${manifestGame})`;

type ManifestGames = { games: ManifestOrganization["games"] };

export async function listPublicGames(database: Database): Promise<ManifestOrganization["games"]> {
  const { rows } = await sql<ManifestGames>`
    select coalesce(json_agg(${withoutNulls} order by g.id), '[]') as games from games g where g.is_public and g.retired_at is null`.execute(
    database,
  );
  return rows[0]?.games ?? [];
}

export interface ManifestFilter {
  /** Only organizations of this account; absent for administrators. */
  memberId?: string | undefined;
  /** Only this organization. */
  organizationId?: string | undefined;
  most: number;
}

export async function listManifestOrganizations(database: Database, filter: ManifestFilter): Promise<ManifestOrganization[]> {
  const { rows } = await sql<ManifestOrganization>`
    select o.id, o.key, o.description,
      coalesce((
        select json_agg(${withoutNulls} order by g.id)
        from organization_games og join games g on g.id = og.game_id
        where og.organization_id = o.id and g.retired_at is null
      ), '[]') as games
    from organizations o
    where (${filter.organizationId ?? null}::uuid is null or o.id = ${filter.organizationId ?? null}::uuid)
      and (${filter.memberId ?? null}::uuid is null or exists (
        select from organization_members m where m.organization_id = o.id and m.account_id = ${filter.memberId ?? null}::uuid
      ))
    order by o.key
    limit ${filter.most}`.execute(database);
  return rows;
}

/** Lists every loopback callback. Pages may call these in the background (DESIGN A5). */
export async function listLoopbackCallbacks(database: Database): Promise<string[]> {
  const rows = await database.selectFrom("game_callbacks").select("url").where("kind", "=", "LOOPBACK").execute();
  return rows.map(({ url }) => url);
}

export interface GameInOrganization {
  game_id: number;
  organization_id: string;
  /** The game may send an opaque clientCode instead of a PKCE challenge. */
  legacy_client_code: boolean;
  max_scope: TokenScope;
  is_openid_client: boolean;
  callbacks: { url: string; kind: "WEB" | "LOOPBACK" | "APP" }[];
  is_member: boolean;
  /** The game's own dashboard, or null. */
  dashboard_url: string | null;
}

/**
 * Lists the organizations that have a game and that the account may use: its own, or all for administrators. Without a wanted organization
 * it lists two at most, the account's own first. The second shows that there is a choice. A retired game has none.
 */
export async function listOrganizationsWithGame(
  database: Database,
  { game, organizationId }: { game: { id: number } | { key: string }; organizationId: string | undefined },
  account: { id: string; isAdmin: boolean },
): Promise<GameInOrganization[]> {
  const { rows } = await sql<GameInOrganization>`
    select g.id as game_id, og.organization_id, g.legacy_client_code, g.max_scope, g.subject_type is not null as is_openid_client,
      m.account_id is not null as is_member,
      (select coalesce(json_agg(json_build_object('url', c.url, 'kind', c.kind)), '[]') from game_callbacks c where c.game_id = g.id)
        as callbacks,
      (select l.url from resource_links l where l.game_id = g.id and l.resource_type = 'dashboard') as dashboard_url
    from games g
    join organization_games og on og.game_id = g.id
    left join organization_members m on m.organization_id = og.organization_id and m.account_id = ${account.id}::uuid
    where ${"id" in game ? sql`g.id = ${game.id}` : sql`g.key = ${game.key}`}
      and (m.account_id is not null or ${account.isAdmin}::boolean) and g.retired_at is null
      and (${organizationId ?? null}::uuid is null or og.organization_id = ${organizationId ?? null}::uuid)
    order by m.account_id is null, og.organization_id
    limit 2`.execute(database);
  return rows;
}
