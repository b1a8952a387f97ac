import { CompiledQuery, sql } from "kysely";
import type { AccountStatus, Provider } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import { isAhead } from "#/platform/database/is-ahead.ts";
import type { Affiliation, Identified } from "./identified.ts";

export interface NewTransaction {
  digest: Buffer;
  provider: Provider;
  browserDigest: Buffer;
  nonce: string;
  codeVerifier: string;
  deviceName: string;
  /** The account that the identity will be connected to; null for another purpose. */
  linkingAccountId: string | null;
  /** The session that the login confirms; null for another purpose. */
  confirmingDigest: Buffer | null;
}

export async function insertTransaction(database: Database, row: NewTransaction): Promise<void> {
  await database
    .insertInto("login_transactions")
    .values({
      digest: row.digest,
      provider: row.provider,
      browser_digest: row.browserDigest,
      nonce: row.nonce,
      code_verifier: row.codeVerifier,
      device_name: row.deviceName,
      linking_account_id: row.linkingAccountId,
      confirming_digest: row.confirmingDigest,
      expires_at: sql<Date>`now() + interval '10 minutes'`,
    })
    .execute();
}

export interface TransactionProof {
  digest: Buffer;
  provider: Provider;
  browserDigest: Buffer;
}

export interface TakenTransaction {
  nonce: string;
  code_verifier: string;
  device_name: string;
  linking_account_id: string | null;
  confirming_digest: Buffer | null;
  created_at: Date;
}

/** Takes a login transaction once, in time, from its own browser and provider. If several answers race, one gets it. */
export async function takeTransaction(database: Database, proof: TransactionProof): Promise<TakenTransaction | undefined> {
  return database
    .updateTable("login_transactions")
    .set({ used_at: sql<Date>`now()` })
    .where("digest", "=", proof.digest)
    .where("provider", "=", proof.provider)
    .where("browser_digest", "=", proof.browserDigest)
    .where(isAhead("expires_at"))
    .where("used_at", "is", null)
    .returning(["nonce", "code_verifier", "device_name", "linking_account_id", "confirming_digest", "created_at"])
    .executeTakeFirst();
}

export type Purpose = "login" | "connecting" | "confirming";

export function purposeOf({
  linking_account_id,
  confirming_digest,
}: Pick<TakenTransaction, "linking_account_id" | "confirming_digest">): Purpose {
  if (confirming_digest !== null) return "confirming";
  return linking_account_id === null ? "login" : "connecting";
}

/** Returns what the transaction was begun for, even if it has ended; undefined if there is none. */
export async function findPurpose(database: Database, digest: Buffer): Promise<Purpose | undefined> {
  const row = await database
    .selectFrom("login_transactions")
    .select(["linking_account_id", "confirming_digest"])
    .where("digest", "=", digest)
    .executeTakeFirst();
  return row === undefined ? undefined : purposeOf(row);
}

export interface IdentityAccount {
  identity_id: string;
  id: string;
  display_name: string | null;
  status: AccountStatus;
  default_locale: string;
  may_use_provider: boolean;
  /** The account's only organization; null if it has none or several. */
  organization_id: string | null;
  roles: string[];
  permissions: string[];
}

/** Written by hand and prepared once, as for a login by password. */
const identityAccount = `
  select i.id as identity_id, a.id, a.display_name, a.status, a.default_locale,
    exists (
      select from account_login_types t where t.account_id = a.id and t.login_type = i.provider
    ) as may_use_provider,
    belongs.organization_id, held.roles, held.permissions
  from account_identities i
  join accounts a on a.id = i.account_id
  left join lateral (
    select (array_agg(m.organization_id))[1] as organization_id
    from organization_members m where m.account_id = a.id having count(*) = 1
  ) belongs on true
  cross join lateral held_rights(a.id, belongs.organization_id) held
  where i.issuer = $1 and i.subject = $2 and i.provider = $3`;

/**
 * Finds the account of an identity in any status. Roles and permissions are those in its only organization and on the platform. An account
 * with several organizations has those of all.
 */
export async function findIdentityAccount(
  database: Database,
  { issuer, subject, provider }: Identified,
): Promise<IdentityAccount | undefined> {
  const { rows } = await database.executeQuery<IdentityAccount>(CompiledQuery.raw(identityAccount, [issuer, subject, provider]));
  return rows[0];
}

export interface UsedIdentity {
  accountId: string;
  identityId: string;
  provider: Provider;
  label: string | undefined;
  affiliation: Affiliation | undefined;
}

/**
 * Returns whether the identity is still connected and the account still has its login type. A label stays if the provider sends none now.
 * The affiliation does not: only what the school says now counts.
 */
export async function noteUse(database: Database, use: UsedIdentity): Promise<boolean> {
  const { rows } = await sql`
    update account_identities set last_used_at = now(), label = coalesce(${use.label ?? null}, label), affiliation = ${use.affiliation ?? null}
    where id = ${use.identityId}::uuid and account_id = ${use.accountId}::uuid and exists (
      select from account_login_types t where t.account_id = ${use.accountId}::uuid and t.login_type = ${use.provider}
    )
    returning id`.execute(database);
  return rows.length > 0;
}

/** Returns "new" if it was added, "own" if this account had it already, "taken" if another account has it. */
export async function insertIdentity(
  database: Database,
  accountId: string,
  { provider, issuer, subject, label, affiliation }: Identified & { affiliation: Affiliation | undefined },
): Promise<"new" | "own" | "taken"> {
  const added = await database
    .insertInto("account_identities")
    .values({ account_id: accountId, provider, issuer, subject, label: label ?? null, affiliation: affiliation ?? null })
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (added !== undefined) return "new";
  const own = await database
    .selectFrom("account_identities")
    .select("id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return own === undefined ? "taken" : "own";
}

/** Lists the account's identities in the order in which they were connected. */
export async function listIdentities(database: Database, accountId: string) {
  return database
    .selectFrom("account_identities")
    .select(["id", "provider", "label", "created_at", "last_used_at"])
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Returns the state of the password, or undefined if the account cannot log in by password. */
export async function findPassword(database: Database, accountId: string): Promise<{ isExpired: boolean } | undefined> {
  const row = await database
    .selectFrom("accounts")
    .innerJoin("account_login_types", "account_login_types.account_id", "accounts.id")
    .select("accounts.password_expired")
    .where("accounts.id", "=", accountId)
    .where("login_type", "=", "PASSWORD")
    .where("password_hash", "is not", null)
    .executeTakeFirst();
  return row === undefined ? undefined : { isExpired: row.password_expired };
}

export async function deleteIdentity(database: Database, identityId: string): Promise<void> {
  await database.deleteFrom("account_identities").where("id", "=", identityId).execute();
}

/** Keeps what the session needs to log out at the provider too. A session has one such row at most. */
export async function insertProviderLogin(
  database: Database,
  row: { sessionDigest: Buffer; provider: Provider; sealedIdToken: Buffer },
): Promise<void> {
  const { provider, sealedIdToken: sealed_id_token } = row;
  await database.insertInto("provider_logins").values({ session_digest: row.sessionDigest, provider, sealed_id_token }).execute();
}

/** Returns undefined if the session's login kept nothing, because its provider's login does not end with it. */
export async function findProviderLogin(database: Database, sessionDigest: Buffer) {
  return database
    .selectFrom("provider_logins")
    .select(["provider", "sealed_id_token"])
    .where("session_digest", "=", sessionDigest)
    .executeTakeFirst();
}
