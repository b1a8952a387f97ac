import { sql } from "kysely";
import type { Insertable } from "kysely";
import type { ArrivalStatus } from "@storyport/contract/game-login";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";

export type NewGameCode = Omit<Insertable<Tables["game_codes"]>, "created_at" | "expires_at" | "consumed_at" | "family_id">;

/** ASVS 10.4.3: a code lives a minute. */
export async function insertGameCode(database: Database, code: NewGameCode): Promise<void> {
  await database
    .insertInto("game_codes")
    .values({ ...code, expires_at: sql<Date>`now() + interval '60 seconds'` })
    .execute();
}

export async function findArrival(database: Database, handoverDigest: Buffer): Promise<ArrivalStatus | undefined> {
  const row = await database
    .selectFrom("game_codes")
    .select(
      sql<ArrivalStatus>`case when consumed_at is not null then 'redeemed' when expires_at <= now() then 'expired' else 'waiting' end`.as(
        "status",
      ),
    )
    .where("handover_digest", "=", handoverDigest)
    .executeTakeFirst();
  return row?.status;
}
