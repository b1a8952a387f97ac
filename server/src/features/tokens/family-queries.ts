/** Begins token families. The other statements about families are in queries.ts and account-families.ts. */
import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import { familyColumns } from "./queries.ts";
import type { ConsumedCode, TokenFamily } from "./queries.ts";

export interface NewFamily extends ConsumedCode {
  clientId: string;
  /** Sealed. The next refresh token is derived from the present token and this key, so a retry gets it again. */
  successorKey: Buffer;
  idleSeconds: number;
  absoluteSeconds: number;
}

/** Live families of one account and client: more than a school has tablets that share an account. Beyond it the longest unused ends. */
const mostFamilies = 50;

const lastUse = sql<Date>`(select max(t.created_at) from refresh_tokens t where t.family_id = token_families.id)`;

/**
 * Inserts a family, and ends the live families of the account and client beyond `mostFamilies` that were refreshed least recently. To
 * avoid deadlocks, waits for the account before it locks them, and skips families that concurrent calls hold. So concurrent logins may end
 * too few. A refresh does not wait for this.
 */
export async function insertFamily(database: Database, family: NewFamily): Promise<TokenFamily> {
  return database
    .with("ended", (query) =>
      query
        .updateTable("token_families")
        .set({ revoked_at: sql<Date>`now()`, revoked_because: "LOGOUT" })
        .where("id", "in", (older) =>
          older
            .selectFrom("token_families")
            .select("id")
            .where("account_id", "=", (held) => held.selectFrom("accounts").select("id").where("id", "=", family.account_id).forKeyShare())
            .where("client_id", "=", family.clientId)
            .where("revoked_at", "is", null)
            .where("expires_at", ">", sql<Date>`now()`)
            .orderBy(lastUse, (order) => order.desc().nullsLast())
            .orderBy("id")
            .offset(mostFamilies - 1)
            .forNoKeyUpdate()
            .skipLocked(),
        ),
    )
    .insertInto("token_families")
    .values({
      account_id: family.account_id,
      organization_id: family.organization_id,
      client_id: family.clientId,
      game_id: family.game_id,
      scope: family.scope,
      login_type: family.login_type,
      successor_key: family.successorKey,
      idle_seconds: family.idleSeconds,
      lesson_id: family.lesson_id,
      device_name: family.device_name,
      openid_scope: family.openid_scope ?? null,
      session_digest: family.session_digest ?? null,
      session_began_at: family.session_began_at ?? null,
      identity_id: family.identity_id ?? null,
      // A family of a lesson ends with it. least() ignores null.
      expires_at: sql<Date>`least(
        now() + make_interval(secs => ${family.absoluteSeconds}), (select ends_at from lessons where id = ${family.lesson_id}::uuid)
      )`,
    })
    .returning(familyColumns)
    .executeTakeFirstOrThrow();
}
