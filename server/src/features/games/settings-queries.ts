/** Games as clients of ours: their policy and registered callbacks. */
import { sql } from "kysely";
import type { GameSettings } from "@storyport/contract/games";
import type { LoginType, PermissionKey, TokenScope } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import type { Callback } from "./safe-callback.ts";

/** All of them, or the one asked for; held against other editors until the transaction ends, where that is asked. */
export async function listGameSettings(database: Database, only?: { gameId: number; hold?: true }): Promise<GameSettings[]> {
  const { rows } = await sql<GameSettings>`
    select g.id as "gameId", g.key as "gameKey", g.description, g.version, g.locale, to_json(g.login_types) as "loginTypes",
      to_json(g.required_permissions) as "requiredPermissions", g.is_public as "isPublic", g.legacy_client_code as "legacyClientCode",
      g.max_scope as "maxScope",
      (select coalesce(json_agg(json_build_object('url', c.url, 'kind', c.kind) order by c.url), '[]')
        from game_callbacks c where c.game_id = g.id) as callbacks,
      (select count(*)::int from organization_games og where og.game_id = g.id) as "organizationCount"
    from games g
    where ${only?.gameId ?? null}::int is null or g.id = ${only?.gameId ?? null}::int
    order by g.id
    ${only?.hold === true ? sql`for update of g` : sql``}`.execute(database);
  return rows;
}

export interface GameChange {
  description?: string | undefined;
  loginTypes?: LoginType[] | undefined;
  requiredPermissions?: PermissionKey[] | undefined;
  isPublic?: boolean | undefined;
  legacyClientCode?: boolean | undefined;
  maxScope?: TokenScope | undefined;
}

/** False when the game is of another version by now. */
export async function updateGame(
  database: Database,
  { gameId, version }: { gameId: number; version: number },
  change: GameChange,
): Promise<boolean> {
  const { description, loginTypes, requiredPermissions, isPublic, legacyClientCode, maxScope } = change;
  const { numUpdatedRows } = await database
    .updateTable("games")
    .set({
      version: sql<number>`version + 1`,
      ...(description === undefined ? {} : { description }),
      ...(loginTypes === undefined ? {} : { login_types: loginTypes }),
      ...(requiredPermissions === undefined ? {} : { required_permissions: requiredPermissions }),
      ...(isPublic === undefined ? {} : { is_public: isPublic }),
      ...(legacyClientCode === undefined ? {} : { legacy_client_code: legacyClientCode }),
      ...(maxScope === undefined ? {} : { max_scope: maxScope }),
    })
    .where("id", "=", gameId)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What stays registered keeps the day on which it was. */
export async function replaceCallbacks(database: Database, gameId: number, callbacks: readonly Callback[]): Promise<void> {
  await sql`delete from game_callbacks where game_id = ${gameId}::int and url <> all(${callbacks.map(({ url }) => url)}::text[])`.execute(
    database,
  );
  if (callbacks.length === 0) return;
  await database
    .insertInto("game_callbacks")
    .values(callbacks.map(({ url, kind }) => ({ game_id: gameId, url, kind })))
    .onConflict((conflict) => conflict.columns(["game_id", "url"]).doNothing())
    .execute();
}
