import { sql } from "kysely";
import type { GameLevel, GameRight } from "@storyport/contract/game-rights";
import type { Database } from "#/platform/database/connect.ts";

/**
 * Returns undefined without a row. An administrator owns every game, even if a row gives less or no row exists; `requireLevel` knows that.
 */
export async function findLevel(database: Database, accountId: string, gameId: number): Promise<GameLevel | undefined> {
  const row = await database
    .selectFrom("game_rights")
    .select("rights_level")
    .where("game_id", "=", gameId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.rights_level;
}

/** Returns the account's own levels by the number of the game, retired games included. */
export async function listLevels(database: Database, accountId: string): Promise<Map<number, GameLevel>> {
  const rows = await database.selectFrom("game_rights").select(["game_id", "rights_level"]).where("account_id", "=", accountId).execute();
  return new Map(rows.map(({ game_id, rights_level }) => [game_id, rights_level]));
}

/** Lists the accounts with a row for the game, deactivated accounts too, by e-mail address. */
export async function listRights(database: Database, gameId: number): Promise<GameRight[]> {
  return database
    .selectFrom("game_rights as r")
    .innerJoin("accounts as a", "a.id", "r.account_id")
    .select(["a.id as accountId", "a.display_name as name", "a.email", "r.rights_level as rightsType"])
    .where("r.game_id", "=", gameId)
    .orderBy("a.email")
    .execute();
}

/**
 * Returns the active account of this address. `colleagueOf` demands a common organization, so that an owner cannot find out which
 * strangers have an account.
 */
export async function findBuilder(database: Database, email: string, colleagueOf: string | undefined): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a
    where a.email = ${email} and a.status = 'ACTIVE' and (${colleagueOf ?? null}::uuid is null or exists (
      select from organization_members m join organization_members o on o.organization_id = m.organization_id
      where m.account_id = a.id and o.account_id = ${colleagueOf ?? null}::uuid
    ))`.execute(database);
  return rows[0]?.id;
}

/** Returns the account of this address that holds a right on the game, also a deactivated account. */
export async function findHolder(database: Database, email: string, gameId: number): Promise<string | undefined> {
  const row = await database
    .selectFrom("game_rights as r")
    .innerJoin("accounts as a", "a.id", "r.account_id")
    .select("a.id")
    .where("r.game_id", "=", gameId)
    .where("a.email", "=", email)
    .executeTakeFirst();
  return row?.id;
}

export async function setLevel(database: Database, { gameId, accountId }: Which, level: GameLevel): Promise<void> {
  await database
    .insertInto("game_rights")
    .values({ game_id: gameId, account_id: accountId, rights_level: level })
    .onConflict((conflict) => conflict.columns(["game_id", "account_id"]).doUpdateSet({ rights_level: level }))
    .execute();
}

export async function removeLevel(database: Database, { gameId, accountId }: Which): Promise<void> {
  await database.deleteFrom("game_rights").where("game_id", "=", gameId).where("account_id", "=", accountId).execute();
}

interface Which {
  gameId: number;
  accountId: string;
}

/** Counts the games that an account owns, retired games included. */
export async function countOwned(database: Database, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from game_rights where account_id = ${accountId}::uuid and rights_level = 'OWNER'`.execute(database);
  return rows[0]?.count ?? 0;
}
