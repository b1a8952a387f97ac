import { sql } from "kysely";
import type { ObservationKind, Scene, SceneInBrowser } from "@storyport/contract/conformance";
import { limits } from "@storyport/contract/limits";
import type { TokenScope } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import type { Facts, Seen } from "./observed.ts";
import type { TestKeys } from "./test-keys.ts";

/** A person reads a run whole, and anyone can call its issuer. So both numbers have a limit. */
const mostObservations = 500;
const mostLogins = 100;

export interface RunRow {
  id: string;
  game_id: number;
  scene: SceneInBrowser;
  is_rotated: boolean;
  keys: TestKeys;
  created_at: Date;
  ends_at: Date;
  /** The portal's own page plays the game. */
  is_walk: boolean;
  is_over: boolean;
}

/** The issuer of a run answers for a day, the issuer of a walk for an hour. */
const endsAt = sql<Date>`created_at + case when is_walk then interval '1 hour' else interval '24 hours' end`;

function selectRuns(database: Database) {
  return database
    .selectFrom("conformance_runs")
    .select(["id", "game_id", "scene", "keys", "is_walk", "created_at", endsAt.as("ends_at")])
    .select(sql<boolean>`rotated_at is not null`.as("is_rotated"))
    .select(sql<boolean>`(${endsAt} < now() or ended_at is not null)`.as("is_over"));
}

export interface NewRun {
  game_id: number;
  keys: TestKeys;
  is_walk?: boolean;
}

export async function insertRun(database: Database, { keys, ...run }: NewRun): Promise<string> {
  const { id } = await database
    .insertInto("conformance_runs")
    .values({ ...run, keys: JSON.stringify(keys) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function findRun(database: Database, runId: string): Promise<RunRow | undefined> {
  return selectRuns(database).where("id", "=", runId).executeTakeFirst();
}

/** Finds the run to whose report the secret of a shared address leads. */
export async function findReported(database: Database, digest: Buffer): Promise<RunRow | undefined> {
  return selectRuns(database).where("report_digest", "=", digest).executeTakeFirst();
}

/** The latest fifty runs, without walks. The page has no further pages. */
export async function listRunsOf(database: Database, gameId: number): Promise<RunRow[]> {
  return selectRuns(database).where("game_id", "=", gameId).where("is_walk", "=", false).orderBy("created_at", "desc").limit(50).execute();
}

export async function setScene(database: Database, runId: string, scene: SceneInBrowser): Promise<void> {
  await database.updateTable("conformance_runs").set({ scene }).where("id", "=", runId).execute();
}

/** A run that has ended keeps its end. */
export async function endRun(database: Database, runId: string): Promise<void> {
  await database
    .updateTable("conformance_runs")
    .set({ ended_at: sql<Date>`coalesce(ended_at, now())` })
    .where("id", "=", runId)
    .execute();
}

/** From now on the run publishes its second key, and signs with it. */
export async function setRotated(database: Database, runId: string): Promise<void> {
  await database
    .updateTable("conformance_runs")
    .set({ rotated_at: sql<Date>`coalesce(rotated_at, now())` })
    .where("id", "=", runId)
    .execute();
}

export async function setReport(database: Database, runId: string, digest: Buffer): Promise<void> {
  await database.updateTable("conformance_runs").set({ report_digest: digest }).where("id", "=", runId).execute();
}

export interface LoginRow {
  id: string;
  scene: Scene;
  callback_url: string;
  client_code: string;
  token_scope: TokenScope;
  refresh_digests: Buffer[];
  redeemed_at: Date | null;
  /** Its tokens are worth nothing any more. */
  revoked_at: Date | null;
  openid_scope: string | null;
  nonce: string | null;
}

const loginColumns = [
  "id",
  "scene",
  "callback_url",
  "client_code",
  "token_scope",
  "refresh_digests",
  "redeemed_at",
  "revoked_at",
  "openid_scope",
  "nonce",
] as const;

export interface NewLogin {
  run_id: string;
  scene: Scene;
  callback_url: string;
  client_code: string;
  token_scope: TokenScope;
  code_digest: Buffer;
  openid_scope: string | null;
  nonce: string | null;
}

/** Returns undefined if the run has as many logins as a run may have. There is no lock, so concurrent calls may exceed that number. */
export async function insertLogin(database: Database, login: NewLogin): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into conformance_logins (run_id, scene, callback_url, client_code, token_scope, code_digest, openid_scope, nonce)
    select ${login.run_id}::uuid, ${login.scene}::text, ${login.callback_url}::text, ${login.client_code}::text, ${login.token_scope}::text,
      ${login.code_digest}::bytea, ${login.openid_scope}::text, ${login.nonce}::text
    where (select count(*) from conformance_logins where run_id = ${login.run_id}::uuid) < ${sql.lit(mostLogins)}
    returning id`.execute(database);
  return rows[0]?.id;
}

export async function findLoginByCode(database: Database, runId: string, digest: Buffer): Promise<LoginRow | undefined> {
  return database
    .selectFrom("conformance_logins")
    .select(loginColumns)
    .where("run_id", "=", runId)
    .where("code_digest", "=", digest)
    .executeTakeFirst();
}

export async function findLogin(database: Database, runId: string, loginId: string): Promise<LoginRow | undefined> {
  return database
    .selectFrom("conformance_logins")
    .select(loginColumns)
    .where("run_id", "=", runId)
    .where("id", "=", loginId)
    .executeTakeFirst();
}

/** Returns false if the code was redeemed before. Of concurrent calls one gets true. */
export async function redeemOnce(database: Database, loginId: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("conformance_logins")
    .set({ redeemed_at: sql<Date>`now()` })
    .where("id", "=", loginId)
    .where("redeemed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a login: from now on its tokens are refused. */
export async function revokeLogin(database: Database, loginId: string): Promise<void> {
  await database
    .updateTable("conformance_logins")
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where("id", "=", loginId)
    .execute();
}

/**
 * Adds a refresh token after `former`, or the first token. Returns false if `former` is not the newest, the login has ended, or it was
 * refreshed too often.
 */
export async function addRefreshToken(database: Database, loginId: string, tokens: { former?: Buffer; next: Buffer }): Promise<boolean> {
  const { rows } = await sql`
    update conformance_logins set refresh_digests = array_append(refresh_digests, ${tokens.next}::bytea)
    where id = ${loginId}::uuid and revoked_at is null and cardinality(refresh_digests) <= ${sql.lit(limits.conformanceRefreshes)}
      and refresh_digests[array_length(refresh_digests, 1)] is not distinct from ${tokens.former ?? null}::bytea
    returning id`.execute(database);
  return rows.length > 0;
}

/** Does nothing once the run is full. */
export async function insertObservation(database: Database, runId: string, { loginId, kind, ...details }: Seen): Promise<void> {
  await sql`
    insert into conformance_observations (run_id, login_id, kind, details)
    select ${runId}::uuid, ${loginId ?? null}::uuid, ${kind}::text, ${JSON.stringify(details)}::jsonb
    where (select count(*) from conformance_observations where run_id = ${runId}::uuid) < ${sql.lit(mostObservations)}`.execute(database);
}

export interface ObservationRow {
  id: string;
  at: Date;
  kind: ObservationKind;
  loginId: string | null;
  scene: Scene | null;
  details: { request: Record<string, string>; response: Record<string, string>; facts: Facts };
}

/** In the order in which they were seen. */
export async function listObservations(database: Database, runId: string): Promise<ObservationRow[]> {
  return database
    .selectFrom("conformance_observations as o")
    .leftJoin("conformance_logins as l", "l.id", "o.login_id")
    .select(["o.id", "o.at", "o.kind", "o.login_id as loginId", "l.scene", "o.details"])
    .where("o.run_id", "=", runId)
    .orderBy("o.id")
    .execute();
}
