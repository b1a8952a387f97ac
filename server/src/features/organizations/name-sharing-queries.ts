/** What an organization lets its tools read of its staff. */
import { sql } from "kysely";
import type { OpenidWord } from "@storyport/contract/games";
import type { SharingTool } from "@storyport/contract/organizations";
import type { Database } from "#/platform/database/connect.ts";

/** In the fixed order of the words. A consent to words that the tool no longer asks for shows as nothing. */
const wordsRead = sql`array(
  select word from unnest('{profile,email}'::text[]) word where word = any(c.words) and word = any(g.openid_words))`;

type SharingRow = Omit<SharingTool, "since" | "by"> & { given_at: Date | null; given_by: string | null };

/** Lists the OpenID clients of an organization. A retired tool is listed only while it has a consent. */
export async function listSharingTools(database: Database, organizationId: string): Promise<SharingRow[]> {
  const { rows } = await sql<SharingRow>`
    select g.id as "gameId", g.key as "gameKey", g.description, g.openid_words as asks, ${wordsRead} as reads, c.given_at,
      a.display_name as given_by
    from organization_games og
    join games g on g.id = og.game_id and g.subject_type is not null
    left join name_consents c on c.organization_id = og.organization_id and c.game_id = og.game_id
    left join accounts a on a.id = c.given_by and a.status <> 'DELETED'
    where og.organization_id = ${organizationId}::uuid and (g.retired_at is null or c.game_id is not null)
    order by g.id`.execute(database);
  return rows;
}

interface Place {
  organizationId: string;
  gameId: number;
}

export interface HeldTool {
  description: string;
  is_retired: boolean;
  asks: OpenidWord[];
  accepted: OpenidWord[];
}

/**
 * Finds a tool of the organization, also a retired tool. Locks its place there, so that concurrent decisions, and its removal, run before
 * or after. Returns undefined if the organization has no such tool.
 */
export async function holdTool(database: Database, { organizationId, gameId }: Place): Promise<HeldTool | undefined> {
  const { rows: held } = await sql`
    select from organization_games
    where organization_id = ${organizationId}::uuid and game_id = ${gameId}::int for update`.execute(database);
  if (held.length === 0) return undefined;
  // A second statement, because the first may have waited for a decision that it does not see.
  const { rows } = await sql<HeldTool>`
    select g.description, g.retired_at is not null as is_retired, g.openid_words as asks, coalesce(c.words, '{}') as accepted
    from games g left join name_consents c on c.organization_id = ${organizationId}::uuid and c.game_id = g.id
    where g.id = ${gameId}::int and g.subject_type is not null`.execute(database);
  return rows[0];
}

/** Leaves only the given words in a consent. Its giver and its date stay. Without words the consent ends. */
export async function narrowConsent(database: Database, { organizationId, gameId, words }: Place & { words: OpenidWord[] }): Promise<void> {
  if (words.length === 0) {
    await database.deleteFrom("name_consents").where("organization_id", "=", organizationId).where("game_id", "=", gameId).execute();
    return;
  }
  await database
    .updateTable("name_consents")
    .set({ words })
    .where("organization_id", "=", organizationId)
    .where("game_id", "=", gameId)
    .execute();
}

/**
 * Ends the consents to games that the organization no longer has, and returns them for the history. Without this call a trigger
 * ends them at the end of the transaction, and its event names no user.
 */
export async function endConsentsOfLeftGames(
  database: Database,
  organizationId: string,
): Promise<{ game_id: number; words: OpenidWord[] }[]> {
  const { rows } = await sql<{ game_id: number; words: OpenidWord[] }>`
    delete from name_consents c
    where c.organization_id = ${organizationId}::uuid and not exists (
      select from organization_games og where og.organization_id = c.organization_id and og.game_id = c.game_id
    )
    returning c.game_id, c.words`.execute(database);
  return rows;
}

export async function giveConsent(
  database: Database,
  { organizationId, gameId, words, accountId }: Place & { words: OpenidWord[]; accountId: string },
): Promise<void> {
  await database
    .insertInto("name_consents")
    .values({ organization_id: organizationId, game_id: gameId, words, given_by: accountId })
    .onConflict((conflict) =>
      conflict.columns(["organization_id", "game_id"]).doUpdateSet({ words, given_by: accountId, given_at: sql<Date>`now()` }),
    )
    .execute();
}
