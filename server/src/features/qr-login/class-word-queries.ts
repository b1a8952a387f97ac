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

/** Returns false if another class keeps the word. A word unused for a day has no live codes, so it may move to this class. */
export async function insertClassWord(transaction: Transaction<Tables>, groupId: string, word: string): Promise<boolean> {
  const { rows } = await sql`
    insert into class_words (word, player_group_id) values (${word}, ${groupId}::uuid)
    on conflict (word) do update set player_group_id = excluded.player_group_id, last_used_at = now()
      where class_words.last_used_at < now() - interval '1 day' and random() < ${shareOfIdleWordsTaken}::float8
    returning word`.execute(transaction);
  return rows.length > 0;
}

/** The share of tries that take an idle word. The caller tries several, so the word stays with its class while enough others are free. */
const shareOfIdleWordsTaken = 0.1;
