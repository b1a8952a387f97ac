/** What an account has running on the bench: one scene that the portal plays, and one walk. */
import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Vault } from "#/platform/secrets.ts";

/**
 * Longer than the slowest game takes: eight visits, each with its time limit. After this time a portal that stopped no longer blocks the
 * account.
 */
const longestSceneSeconds = 180;

/** A keyed digest, because a row outlives a deleted account by a day. A plain digest would show whether a row is of a known account. */
export function holderOf({ vault }: { vault: Vault }, accountId: string): Buffer {
  return vault.digest(`conformance-turn:${accountId}`);
}

/** Returns false while another scene of the account is played. */
export async function takeScene(database: Database, holder: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into conformance_turns (holder, playing_until)
    values (${holder}::bytea, now() + make_interval(secs => ${sql.lit(longestSceneSeconds)}))
    on conflict (holder) do update set playing_until = excluded.playing_until, changed_at = now()
      where conformance_turns.playing_until is null or conformance_turns.playing_until < now()
    returning holder`.execute(database);
  return rows.length > 0;
}

/** Lets the account play its next scene. */
export async function endScene(database: Database, holder: Buffer): Promise<void> {
  await database.updateTable("conformance_turns").set({ playing_until: null }).where("holder", "=", holder).execute();
}

/** Returns the id of the run that is the account's latest walk. The walk may be over. */
export async function findWalk(database: Database, holder: Buffer): Promise<string | undefined> {
  const row = await database.selectFrom("conformance_turns").select("walk_id").where("holder", "=", holder).executeTakeFirst();
  return row?.walk_id ?? undefined;
}

/** The walk replaces the account's former walk, which the caller of this function has ended. */
export async function setWalk(database: Database, holder: Buffer, walkId: string): Promise<void> {
  await database
    .insertInto("conformance_turns")
    .values({ holder, walk_id: walkId })
    .onConflict((conflict) => conflict.column("holder").doUpdateSet({ walk_id: walkId, changed_at: sql<Date>`now()` }))
    .execute();
}
