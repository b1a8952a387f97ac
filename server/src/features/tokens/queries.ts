import { sql } from "kysely";
import { tokenScopes } from "@storyport/contract/vocabulary";
import type { LoginType, TokenScope } from "@storyport/contract/vocabulary";
import { mayStillOpen } from "#/features/rights/may-open.ts";
import type { Database } from "#/platform/database/connect.ts";
import { isAhead } from "#/platform/database/is-ahead.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { dashboardClientId } from "./dashboard-client.ts";
import type { EndReason } from "./end-grants.ts";

export interface CodeProof {
  digest: Buffer;
  clientId: string;
  callbackUrl: string;
  /** The S256 challenge of the sent verifier, and the verifier itself for a legacy game. Null if a confidential client sends none. */
  challenge: string | null;
  verifier: string | null;
}

export interface ConsumedCode {
  account_id: string;
  organization_id: string;
  game_id: number;
  scope: TokenScope;
  login_type: LoginType;
  /** The lesson in which a badge or one-time code opened this, and the device. */
  lesson_id: string | null;
  device_name: string | null;
  /** Null for a client without OpenID Connect. The dashboard may have the last two of these four. A seat at a device has none. */
  openid_scope?: string | null;
  nonce?: string | null;
  session_digest?: Buffer | null;
  session_began_at?: Date | null;
  /** The connected identity that began the session; absent for a seat. */
  identity_id?: string | null;
}

/** A legacy game gave the verifier itself in place of its challenge. A code without a challenge fits a confidential client alone. */
const verifierFits = (proof: CodeProof) => sql<boolean>`case
    when c.client_code is null then ${proof.challenge}::text is null
    when g.legacy_client_code then c.client_code = ${proof.verifier}::text
    else c.client_code = ${proof.challenge}::text
  end`;

const codeFits = (proof: CodeProof) => sql<boolean>`
  c.digest = ${proof.digest} and c.client_id = ${proof.clientId} and c.callback_url = ${proof.callbackUrl} and ${verifierFits(proof)}`;

/**
 * Whether the grant of a code or family (by its alias) still holds. Retiring the game since then ended it, even if the game was
 * restored. So did taking the game from the organization, even if it was given again.
 */
const grantHolds = (alias: "c" | "f") => sql<boolean>`${mayStillOpen(alias)}
  and ${sql.ref(`${alias}.created_at`)} >= coalesce((
    select granting.grants_since from games granting where granting.id = ${sql.ref(`${alias}.game_id`)}
  ), '-infinity')
  and exists (
    select from organization_games given
    where given.organization_id = ${sql.ref(`${alias}.organization_id`)} and given.game_id = ${sql.ref(`${alias}.game_id`)}
      and given.since <= ${sql.ref(`${alias}.created_at`)}
  )`;

/**
 * The present scope of a code or family (by its alias), limited to the game's. Scopes are listed widest first, so the greater
 * position is the narrower scope. The dashboard has no limit, because it is no game.
 */
function scopeNow(alias: "c" | "f") {
  const widthOf = (scope: string) => sql`array_position(${tokenScopes}::text[], ${sql.ref(scope)})`;
  return sql<TokenScope>`case when ${sql.ref(`${alias}.client_id`)} = ${dashboardClientId} then ${sql.ref(`${alias}.scope`)}
    else (${tokenScopes}::text[])[greatest(${widthOf(`${alias}.scope`)}, (
      select ${widthOf("asking.max_scope")} from games asking where asking.id = ${sql.ref(`${alias}.game_id`)}
    ))] end as scope`;
}

/**
 * Checks and consumes in one statement (RFC 6749, section 4.1.2). Returns undefined if the code does not fit. If several calls race, one
 * wins.
 */
export async function consumeGameCode(database: Database, proof: CodeProof): Promise<ConsumedCode | undefined> {
  const { rows } = await sql<ConsumedCode>`
    update game_codes c set consumed_at = now()
    from games g
    where g.id = c.game_id and c.consumed_at is null and ${isAhead("c.expires_at")} and ${codeFits(proof)} and ${grantHolds("c")}
    returning c.account_id, c.organization_id, c.game_id, ${scopeNow("c")}, c.login_type, c.lesson_id, c.device_name,
      c.openid_scope, c.nonce, c.session_digest, c.session_began_at, c.identity_id`.execute(database);
  return rows[0];
}

interface UsedCode {
  family_id: string;
  account_id: string;
  organization_id: string;
  game_id: number;
}

/** Finds the family of a code that matches in every part but was used. */
export async function findFamilyOfUsedCode(database: Database, proof: CodeProof): Promise<UsedCode | undefined> {
  const { rows } = await sql<UsedCode>`
    select c.family_id, c.account_id, c.organization_id, c.game_id from game_codes c join games g on g.id = c.game_id
    where c.consumed_at is not null and c.family_id is not null and ${codeFits(proof)}`.execute(database);
  return rows[0];
}

interface RefusedCode {
  account_id: string;
  organization_id: string;
  client_id: string;
  game_id: number;
  /** The registered callbacks of the game. */
  callbacks: { url: string }[];
  reason: string;
}

/**
 * Why a known code was refused: its client, its state, or the part of the proof that does not match. The web shows each reason by a text of
 * `reason-texts.ts` (features/history).
 */
export async function findRefusedCode(database: Database, proof: CodeProof): Promise<RefusedCode | undefined> {
  const { rows } = await sql<RefusedCode>`
    select c.account_id, c.organization_id, c.client_id, c.game_id,
      (select coalesce(json_agg(json_build_object('url', r.url)), '[]') from game_callbacks r where r.game_id = c.game_id) as callbacks, case
      when c.client_id <> ${proof.clientId} then 'other client'
      when c.consumed_at is not null then 'used code'
      when c.expires_at <= now() then 'expired code'
      when c.callback_url <> ${proof.callbackUrl} then 'other redirect_uri'
      when not coalesce(${verifierFits(proof)}, false) then 'wrong code_verifier'
      else 'rights ended'
    end as reason
    from game_codes c join games g on g.id = c.game_id where c.digest = ${proof.digest}`.execute(database);
  return rows[0];
}

/** Notes which tokens a code became, so that a second use of the code can end them. */
export async function linkCodeToFamily(database: Database, codeDigest: Buffer, familyId: string): Promise<void> {
  await database.updateTable("game_codes").set({ family_id: familyId }).where("digest", "=", codeDigest).execute();
}

export const familyColumns = [
  "id",
  "account_id",
  "organization_id",
  "client_id",
  "game_id",
  "scope",
  "login_type",
  "successor_key",
  "openid_scope",
] as const;
/** The database makes the id, so the type of the table names no plain string for it. */
export type TokenFamily = Pick<
  { [Column in keyof Tables["token_families"]]: Column extends "id" ? string : Tables["token_families"][Column] },
  (typeof familyColumns)[number]
>;

/** The same columns of a family `f`, with its present scope. */
const presentColumns = sql.join(familyColumns.map((column) => (column === "scope" ? scopeNow("f") : sql.ref(`f.${column}`))));

/** What the login was given. The present scope may be narrower. */
const grantedScope = sql`f.scope as granted_scope`;
export type RefreshedFamily = TokenFamily & { granted_scope: TokenScope };

/** Inserts the newest token of a family. It lives for the family's idle time, and never longer than the family. */
export async function insertRefreshToken(database: Database, familyId: string, digest: Buffer): Promise<void> {
  await sql`
    insert into refresh_tokens (digest, family_id, expires_at)
    select ${digest}::bytea, f.id, least(f.expires_at, now() + make_interval(secs => f.idle_seconds))
    from token_families f where f.id = ${familyId}::uuid`.execute(database);
}

/** A family whose account may no longer open the game, or whose game was retired since, counts as revoked. */
export const familyIsAlive = sql<boolean>`f.revoked_at is null and f.expires_at > now() and ${grantHolds("f")}`;

/** If several calls race, one uses the token up. Returns undefined for an unknown, used or expired token, and for an ended family. */
export async function useRefreshToken(database: Database, digest: Buffer, clientId: string): Promise<RefreshedFamily | undefined> {
  const { rows } = await sql<RefreshedFamily>`
    update refresh_tokens t set used_at = now()
    from token_families f
    where t.digest = ${digest} and f.id = t.family_id and f.client_id = ${clientId}
      and t.used_at is null and t.expires_at > now() and ${familyIsAlive}
    returning ${presentColumns}, ${grantedScope}`.execute(database);
  return rows[0];
}

/** Finds a used refresh token of a live family, and whether its use is recent enough for a retry (see `refreshTokens`). */
export async function findUsedRefreshToken(
  database: Database,
  digest: Buffer,
  clientId: string,
): Promise<(RefreshedFamily & { is_recent: boolean }) | undefined> {
  const { rows } = await sql<RefreshedFamily & { is_recent: boolean }>`
    select ${presentColumns}, ${grantedScope},
      t.used_at > now() - interval '10 seconds' as is_recent
    from refresh_tokens t join token_families f on f.id = t.family_id
    where t.digest = ${digest} and f.client_id = ${clientId} and t.used_at is not null and ${familyIsAlive}`.execute(database);
  return rows[0];
}

/** Returns whether there is such a token that was not used yet. */
export async function isUnusedRefreshToken(database: Database, digest: Buffer): Promise<boolean> {
  const row = await database
    .selectFrom("refresh_tokens")
    .select("digest")
    .where("digest", "=", digest)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether this call revoked the family. */
export async function revokeFamily(database: Database, familyId: string, because: EndReason): Promise<boolean> {
  const revoked = await database
    .updateTable("token_families")
    .set({ revoked_at: sql<Date>`now()`, revoked_because: because })
    .where("id", "=", familyId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return revoked.numUpdatedRows > 0n;
}

/** Finds the family of a client's refresh token, even if the token or the family has ended. */
export async function findFamilyOfToken(
  database: Database,
  digest: Buffer,
  clientId: string,
): Promise<{ id: string; account_id: string; organization_id: string } | undefined> {
  return database
    .selectFrom("refresh_tokens as t")
    .innerJoin("token_families as f", "f.id", "t.family_id")
    .select(["f.id", "f.account_id", "f.organization_id"])
    .where("t.digest", "=", digest)
    .where("f.client_id", "=", clientId)
    .executeTakeFirst();
}

/** Finds a family by its id, even if it has ended. Returns undefined for a family of another client. */
export async function findFamilyOfClient(
  database: Database,
  familyId: string,
  clientId: string,
): Promise<{ id: string; account_id: string; organization_id: string } | undefined> {
  return database
    .selectFrom("token_families")
    .select(["id", "account_id", "organization_id"])
    .where("id", "=", familyId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
}

/** Finds a family with its present scope. Returns undefined if it has ended (`familyIsAlive`). */
export async function findLiveFamily(database: Database, familyId: string): Promise<TokenFamily | undefined> {
  const { rows } = await sql<TokenFamily>`
    select ${presentColumns}
    from token_families f where f.id = ${familyId}::uuid and ${familyIsAlive}`.execute(database);
  return rows[0];
}

/** Also true for a retired game. The number may be too large for a game. */
export async function isNumberOfGame(database: Database, clientId: string): Promise<boolean> {
  const { rows } = await sql`select from games where id = ${clientId}::bigint`.execute(database);
  return rows.length > 0;
}
