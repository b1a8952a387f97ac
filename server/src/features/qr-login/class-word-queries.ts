import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";

/** Returns the word of a class, if it has one, and marks it as used. */
export async function touchClassWord(transaction: Transaction<Tables>, groupId: string): Promise<string | undefined> {
  const used = await transaction
    .updateTable("class_words")
    .set({ last_used_at: sql<Date>`now()` })
    .where("player_group_id", "=", groupId)
    .returning("word")
    .executeTakeFirst();
  return used?.word;
}

/** Returns false if another class keeps the word. */
export async function insertClassWord(transaction: Transaction<Tables>, groupId: string, word: string): Promise<boolean> {
  const { rows } = await sql`
    insert into class_words (word, player_group_id) values (${word}, ${groupId}::uuid) on conflict (word) do nothing
    returning word`.execute(transaction);
  return rows.length > 0;
}

/** Reserves one of the words that no class keeps. Returns undefined if there is none, or a concurrent call chose the same word. */
export async function insertRemainingWord(
  transaction: Transaction<Tables>,
  groupId: string,
  words: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ word: string }>`
    insert into class_words (word, player_group_id)
    select given.word, ${groupId}::uuid from unnest(${[...words]}::text[]) given (word)
    where not exists (select from class_words kept where kept.word = given.word)
    order by random() limit 1
    on conflict (word) do nothing
    returning word`.execute(transaction);
  return rows[0]?.word;
}

/**
 * Moves the word that was unused longest to this class. Its codes have ended, because a code lives for twenty minutes. Returns undefined if
 * every word was used within half an hour. Concurrent calls get different words.
 */
export async function takeIdleWord(transaction: Transaction<Tables>, groupId: string): Promise<string | undefined> {
  const { rows } = await sql<{ word: string }>`
    update class_words set player_group_id = ${groupId}::uuid, last_used_at = now()
    where word = (
      select word from class_words where last_used_at < now() - interval '30 minutes'
      order by last_used_at, word limit 1 for update skip locked
    )
    returning word`.execute(transaction);
  return rows[0]?.word;
}
