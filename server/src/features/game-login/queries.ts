import { sql } from "kysely";
import type { Insertable } from "kysely";
import type { ArrivalStatus } from "@storyport/contract/game-login";
import type { LoginType } from "@storyport/contract/vocabulary";
import { lastProof } from "#/features/sessions/is-proven-since.ts";
import type { Database } from "#/platform/database/connect.ts";
import { isAhead } from "#/platform/database/is-ahead.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { RegisteredCallback } from "./match-callback.ts";

export type NewGameCode = Omit<
  Insertable<Tables["game_codes"]>,
  "created_at" | "expires_at" | "consumed_at" | "family_id" | "session_began_at" | "identity_id"
>;

/** A code lives one minute (ASVS 10.4.3), and no longer than its lesson. `openedIn` is the digest of the session that asked for it. */
export async function insertGameCode(database: Database, openedIn: Buffer, code: NewGameCode): Promise<void> {
  await database
    .insertInto("game_codes")
    .values({
      ...code,
      // The session's last proof, which OpenID clients read as `auth_time`. Null if the code belongs to no session. A badge's session has
      // just ended, so its code has null too.
      session_began_at: sql<Date>`(select ${lastProof} from sessions where digest = ${code.session_digest ?? null}::bytea)`,
      identity_id: sql<string | null>`(select identity_id from sessions where digest = ${openedIn}::bytea)`,
      expires_at: sql<Date>`least(now() + interval '60 seconds', (select ends_at from lessons where id = ${code.lesson_id ?? null}::uuid))`,
    })
    .execute();
}

type Consent = Pick<Insertable<Tables["game_consents"]>, "digest" | "session_digest" | "request_digest">;

/** The page uses the consent at once, so the lifetime only has to cover a slow network. */
export async function insertConsent(database: Database, consent: Consent): Promise<void> {
  await database
    .insertInto("game_consents")
    .values({ ...consent, expires_at: sql<Date>`now() + interval '2 minutes'` })
    .execute();
}

/** Uses the consent up. If several calls race, exactly one gets true. */
export async function takeConsent(database: Database, { digest, session_digest, request_digest }: Consent): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom("game_consents")
    .where("digest", "=", digest)
    .where("session_digest", "=", session_digest)
    .where("request_digest", "=", request_digest)
    .where(isAhead("expires_at"))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the names of the game and the organization as people know them. */
export async function describeGame(
  database: Database,
  { game_id, organization_id }: { game_id: number; organization_id: string },
): Promise<{ game: string; organization: string }> {
  return database
    .selectFrom(["games", "organizations"])
    .select(["games.description as game", "organizations.description as organization"])
    .where("games.id", "=", game_id)
    .where("organizations.id", "=", organization_id)
    .executeTakeFirstOrThrow();
}

/** Returns undefined for an unknown and for a retired game. */
export async function findRequestedGame(
  database: Database,
  gameId: number,
): Promise<{ login_types: LoginType[]; callbacks: RegisteredCallback[] } | undefined> {
  const { rows } = await sql<{ login_types: LoginType[]; callbacks: RegisteredCallback[] }>`
    select g.login_types,
      (select coalesce(json_agg(json_build_object('url', c.url, 'kind', c.kind)), '[]') from game_callbacks c where c.game_id = g.id) as callbacks
    from games g where g.id = ${gameId}::int and g.retired_at is null`.execute(database);
  return rows[0];
}

/** The callbacks of an OpenID client, and the time of the database in seconds. */
export interface OpenidClient {
  callbacks: RegisteredCallback[];
  now: string;
}

/** Returns undefined for a game that is no OpenID client (it has no `subject_type`), and for a retired game. */
export async function findOpenidClient(database: Database, gameId: number): Promise<OpenidClient | undefined> {
  const { rows } = await sql<OpenidClient>`
    select extract(epoch from now())::text as now,
      (select coalesce(json_agg(json_build_object('url', c.url, 'kind', c.kind)), '[]') from game_callbacks c where c.game_id = g.id) as callbacks
    from games g where g.id = ${gameId}::int and g.subject_type is not null and g.retired_at is null`.execute(database);
  return rows[0];
}

/** Returns whether any game has registered exactly this address as a web page. */
export async function isWebCallback(database: Database, url: string): Promise<boolean> {
  const row = await database
    .selectFrom("game_callbacks")
    .select("game_id")
    .where("url", "=", url)
    .where("kind", "=", "WEB")
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns undefined for an unknown hand-over, or once its code has been swept. */
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
