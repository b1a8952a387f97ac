/** Games as clients: their policy, registered callbacks and links. */
import { sql } from "kysely";
import { openidWords } from "@storyport/contract/games";
import type { GameSettings } from "@storyport/contract/games";
import type { Callback } from "@storyport/contract/callback-url";
import type { LoginType, PermissionKey, ResourceType, TokenScope } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";

export interface WantedSettings {
  /** The public type name of a link to the game's start page. */
  startType: string;
  gameId?: number;
}

/** Lists all games, or only the requested game. Callbacks and links have a fixed order, because `editGame` compares them as JSON. */
export async function listGameSettings(database: Database, { startType, gameId }: WantedSettings): Promise<GameSettings[]> {
  const { rows } = await sql<GameSettings>`
    select g.id as "gameId", g.key as "gameKey", g.description, g.version, g.locale, to_json(g.login_types) as "loginTypes",
      to_json(g.required_permissions) as "requiredPermissions", g.is_public as "isPublic", g.legacy_client_code as "legacyClientCode",
      g.max_scope as "maxScope",
      (select coalesce(json_agg(json_build_object('url', c.url, 'kind', c.kind) order by c.url), '[]')
        from game_callbacks c where c.game_id = g.id) as callbacks,
      (select coalesce(json_agg(json_build_object('url', l.url, 'resource_type',
          case l.resource_type when 'game' then ${startType} else l.resource_type end) order by l.resource_type desc), '[]')
        from resource_links l where l.game_id = g.id) as "resourceLinks",
      case when g.subject_type is not null then json_build_object('words', to_json(g.openid_words), 'subjectType', g.subject_type,
        'backchannelLogoutUrl', g.backchannel_logout_url, 'postLogoutUrls', to_json(g.post_logout_urls)) end as openid,
      (select count(*)::int from organization_games og where og.game_id = g.id) as "organizationCount",
      to_char(g.retired_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "retiredAt"
    from games g
    where ${gameId ?? null}::int is null or g.id = ${gameId ?? null}::int
    order by g.id`.execute(database);
  return rows;
}

export interface GamePolicy {
  description?: string | undefined;
  locale?: string | undefined;
  loginTypes?: LoginType[] | undefined;
  /** An account needs all of them to open the game. */
  requiredPermissions?: PermissionKey[] | undefined;
  /** The public catalogue lists the game. */
  isPublic?: boolean | undefined;
  /** The game may send any text as `clientCode` (docs/decisions/0005). */
  legacyClientCode?: boolean | undefined;
  /** The widest scope that the game gets. */
  maxScope?: TokenScope | undefined;
  /** Null for a game that is no OpenID client. */
  openid?: GameSettings["openid"] | undefined;
}

function columnsOf({ description, locale, loginTypes, requiredPermissions, isPublic, legacyClientCode, maxScope, openid }: GamePolicy) {
  return {
    ...(description === undefined ? {} : { description }),
    ...(locale === undefined ? {} : { locale }),
    ...(loginTypes === undefined ? {} : { login_types: loginTypes }),
    ...(requiredPermissions === undefined ? {} : { required_permissions: requiredPermissions }),
    ...(isPublic === undefined ? {} : { is_public: isPublic }),
    ...(legacyClientCode === undefined ? {} : { legacy_client_code: legacyClientCode }),
    ...(maxScope === undefined ? {} : { max_scope: maxScope }),
    ...(openid === undefined ? {} : openidColumns(openid)),
  };
}

/** The sector stays when a game gets public subjects or none. So its pairwise subjects can come back unchanged. */
function openidColumns(openid: GameSettings["openid"]) {
  return {
    subject_type: openid?.subjectType ?? null,
    // A fixed order, so that the same words in another order are no change.
    ...(openid !== null && openid !== undefined && { openid_words: openidWords.filter((word) => openid.words.includes(word)) }),
    backchannel_logout_url: openid?.backchannelLogoutUrl ?? null,
    post_logout_urls: openid?.postLogoutUrls ?? [],
  };
}

export type NewGame = GamePolicy & { description: string; gameKey: string; gameId: number | undefined };

/** Any number that no other advisory lock has. */
const newGameLock = 7470640;

/**
 * Returns the number of the new game, or undefined if the key or the number is taken. Takes a lock, so that concurrent inserts
 * without a given number each get their own.
 */
export async function insertGame(database: Database, { gameKey, gameId, ...policy }: NewGame): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(${sql.lit(newGameLock)})`.execute(database);
  const inserted = await database
    .insertInto("games")
    .values({
      ...columnsOf(policy),
      description: policy.description,
      key: gameKey,
      id: gameId ?? sql<number>`(select coalesce(max(id), 0) + 1 from games)`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted?.id;
}

export async function gameKeyExists(database: Database, gameKey: string): Promise<boolean> {
  return (await database.selectFrom("games").select("id").where("key", "=", gameKey).executeTakeFirst()) !== undefined;
}

/**
 * Sets the sector of pairwise subjects once: the game's key. The host of its callbacks is no sector, because callbacks are not
 * verified.
 */
export async function keepPairwiseSector(database: Database, gameId: number): Promise<void> {
  await database
    .updateTable("games")
    .set({ pairwise_sector: sql<string>`key` })
    .where("id", "=", gameId)
    .where("subject_type", "=", "pairwise")
    .where("pairwise_sector", "is", null)
    .execute();
}

interface Edited {
  gameId: number;
  version: number;
}

/** Returns false if the game has another version by now. */
export async function updateGame(database: Database, { gameId, version }: Edited, policy: GamePolicy): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("games")
    .set({ version: sql<number>`version + 1`, ...columnsOf(policy) })
    .where("id", "=", gameId)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Retires or restores the game. Tokens granted before this moment become invalid. Returns false if the game has another version by now. */
export async function setRetired(database: Database, { gameId, version }: Edited, isRetired: boolean): Promise<boolean> {
  // `now()` is the start of the transaction, and would spare tokens that were granted since then.
  const now = sql<Date>`clock_timestamp()`;
  const { numUpdatedRows } = await database
    .updateTable("games")
    .set({ version: sql<number>`version + 1`, retired_at: isRetired ? now : null, grants_since: now })
    .where("id", "=", gameId)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Callbacks that stay registered keep their registration date. */
export async function replaceCallbacks(database: Database, gameId: number, callbacks: readonly Callback[]): Promise<void> {
  await sql`delete from game_callbacks where game_id = ${gameId}::int and url <> all(${callbacks.map(({ url }) => url)}::text[])`.execute(
    database,
  );
  if (callbacks.length === 0) return;
  // One statement cannot write a row twice. Of a repeated address the last kind counts.
  const named = new Map(callbacks.map((callback) => [callback.url, callback]));
  await database
    .insertInto("game_callbacks")
    .values([...named.values()].map(({ url, kind }) => ({ game_id: gameId, url, kind })))
    .onConflict((conflict) => conflict.columns(["game_id", "url"]).doUpdateSet({ kind: (excluded) => excluded.ref("excluded.kind") }))
    .execute();
}

export interface ResourceLink {
  url: string;
  type: ResourceType;
}

export async function replaceGameLinks(database: Database, gameId: number, links: readonly ResourceLink[]): Promise<void> {
  await database.deleteFrom("resource_links").where("game_id", "=", gameId).execute();
  if (links.length === 0) return;
  await database
    .insertInto("resource_links")
    .values(links.map(({ url, type }) => ({ game_id: gameId, url, resource_type: type })))
    .execute();
}

interface PageOfOrganizations {
  gameId: number;
  query: string;
  offset: number;
  limit: number;
}

/** Returns one page of the organizations that have the game, ordered by key. `%` and `_` match literally. */
export async function findGameOrganizations(database: Database, { gameId, query, offset, limit }: PageOfOrganizations) {
  const matching = sql`
    from organization_games og join organizations o on o.id = og.organization_id
    where og.game_id = ${gameId}::int and (${query} = '' or strpos(lower(o.key), lower(${query})) > 0)`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(database);
  const { rows } = await sql<{ id: string; organization_key: string }>`
    select o.id, o.key as organization_key ${matching} order by o.key limit ${limit} offset ${offset}`.execute(database);
  return { results: rows, total: counted.rows[0]?.total ?? 0 };
}
