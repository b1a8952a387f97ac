import { CompiledQuery, sql } from "kysely";
import type { AccountStatus } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import { typesWithoutPasskey } from "./allows-passkey.ts";

export type ChallengeKind = "REGISTER" | "LOGIN";

interface Challenge {
  digest: Buffer;
  kind: ChallengeKind;
  /** As in `Asking`: the digest of the session or the browser that may answer. */
  asker: Buffer;
}

export async function insertChallenge(
  database: Database,
  { digest, kind, asker, seconds }: Challenge & { seconds: number },
): Promise<void> {
  const expires_at = sql<Date>`now() + make_interval(secs => ${seconds}::int)`;
  await database.insertInto("passkey_challenges").values({ digest, kind, asker, expires_at }).execute();
}

/** Returns when the challenge was given. If several answers race, a single answer gets the challenge. */
export async function takeChallenge(database: Database, { digest, kind, asker }: Challenge): Promise<Date | undefined> {
  const taken = await database
    .deleteFrom("passkey_challenges")
    .where("digest", "=", digest)
    .where("kind", "=", kind)
    .where("asker", "=", asker)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("created_at")
    .executeTakeFirst();
  return taken?.created_at;
}

/** Returns the account's handle. The first call stores the proposed handle. */
export async function keepUserHandle(database: Database, accountId: string, proposed: Buffer): Promise<Buffer> {
  await database
    .insertInto("passkey_owners")
    .values({ account_id: accountId, user_handle: proposed })
    .onConflict((conflict) => conflict.column("account_id").doNothing())
    .execute();
  const row = await database
    .selectFrom("passkey_owners")
    .select("user_handle")
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return row.user_handle;
}

const passkeyColumns = ["id", "name", "credential_id", "transports", "is_backed_up", "created_at", "last_used_at", "copied_at"] as const;

/** Lists the passkeys of an account, oldest first, also those that may have been copied (`copied_at`). */
export async function findPasskeys(database: Database, accountId: string) {
  return database
    .selectFrom("passkeys")
    .select(passkeyColumns)
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}
export type PasskeyRow = Awaited<ReturnType<typeof findPasskeys>>[number];

/** Returns whether the account belongs to an organization that requires passkeys. */
export async function isInDemandingOrganization(database: Database, accountId: string): Promise<boolean> {
  const demanding = await database
    .selectFrom("organization_members")
    .innerJoin("organizations", "organizations.id", "organization_members.organization_id")
    .select("organizations.id")
    .where("organization_members.account_id", "=", accountId)
    .where("organizations.requires_passkeys", "=", true)
    .executeTakeFirst();
  return demanding !== undefined;
}

/** Returns undefined if the account has no such passkey. */
export async function updatePasskeyName(
  database: Database,
  { accountId, passkeyId, name }: { accountId: string; passkeyId: string; name: string },
): Promise<PasskeyRow | undefined> {
  return database
    .updateTable("passkeys")
    .set({ name })
    .where("id", "=", passkeyId)
    .where("account_id", "=", accountId)
    .returning(passkeyColumns)
    .executeTakeFirst();
}

export interface NewPasskey {
  accountId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  /** The model of the authenticator, as the authenticator names it. */
  aaguid: string;
  name: string;
  isBackedUp: boolean;
}

/** Returns undefined if an account has this credential already. */
export async function insertPasskey(database: Database, passkey: NewPasskey): Promise<PasskeyRow | undefined> {
  return database
    .insertInto("passkeys")
    .values({
      account_id: passkey.accountId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: String(passkey.counter),
      transports: passkey.transports,
      aaguid: passkey.aaguid,
      name: passkey.name,
      is_backed_up: passkey.isBackedUp,
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning(passkeyColumns)
    .executeTakeFirst();
}

export async function deletePasskey(database: Database, passkeyId: string): Promise<void> {
  await database.deleteFrom("passkeys").where("id", "=", passkeyId).execute();
}

/** Returns how many there were. */
export async function deletePasskeysOf(database: Database, accountId: string): Promise<number> {
  const deleted = await database.deleteFrom("passkeys").where("account_id", "=", accountId).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** A passkey with its account, for a login. */
export interface PasskeyAccount {
  passkey_id: string;
  public_key: Buffer;
  user_handle: Buffer;
  id: string;
  email: string | null;
  display_name: string | null;
  status: AccountStatus;
  default_locale: string;
  feide_services: string[];
  /** Whether the account has a login type of a person (`allowsPasskey`). */
  may_log_in_itself: boolean;
  /** The account's only organization; null if it has none or several. */
  organization_id: string | null;
  /** Roles and permissions in `organization_id`; in every organization if it is null. */
  roles: string[];
  permissions: string[];
  /** All roles, in every organization, also by user groups. */
  all_roles: string[];
}

/** Written by hand and prepared once, as for a login by password. */
const passkeyAccount = `
  select p.id as passkey_id, p.public_key, o.user_handle, a.id, a.email, a.display_name, a.status, a.default_locale, a.feide_services,
    exists (select from account_login_types t where t.account_id = a.id and t.login_type <> all ($2::text[])) as may_log_in_itself,
    belongs.organization_id, held.roles, held.permissions,
    (select h.roles from held_rights(a.id, null) h) as all_roles
  from passkeys p
  join passkey_owners o on o.account_id = p.account_id
  join accounts a on a.id = p.account_id
  left join lateral (
    select (array_agg(m.organization_id))[1] as organization_id
    from organization_members m where m.account_id = a.id having count(*) = 1
  ) belongs on true
  cross join lateral held_rights(a.id, belongs.organization_id) held
  where p.credential_id = $1`;

/** Finds the account of a passkey, in any status, with its rights. A passkey that may have been copied is found too. */
export async function findPasskeyAccount(database: Database, credentialId: Buffer): Promise<PasskeyAccount | undefined> {
  const { rows } = await database.executeQuery<PasskeyAccount>(CompiledQuery.raw(passkeyAccount, [credentialId, typesWithoutPasskey]));
  return rows[0];
}

export interface SignedUse {
  passkeyId: string;
  /** The counter that the authenticator signed. */
  counter: number;
  isBackedUp: boolean;
  /** When the portal gave the challenge. */
  askedAt: Date;
}

/**
 * Notes a use, in one statement. Returns false if the passkey is gone or marked, or if its counter did not rise. Authenticators
 * without a counter send 0 (WebAuthn Level 3, section 6.1.1).
 */
export async function noteUse(database: Database, { passkeyId, counter, isBackedUp }: SignedUse): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set counter = ${counter}::bigint, last_used_at = now(), is_backed_up = ${isBackedUp}::boolean
    where id = ${passkeyId}::uuid and copied_at is null and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))
    returning id`.execute(database);
  return rows.length > 0;
}

/**
 * Returns whether an answer was overtaken. Its challenge is older than the last use, so the same authenticator may have signed it
 * before that use. An honest authenticator never signs a count twice.
 */
export async function isOvertaken(database: Database, { passkeyId, counter, askedAt }: SignedUse): Promise<boolean> {
  const overtaken = await database
    .selectFrom("passkeys")
    .select("id")
    .where("id", "=", passkeyId)
    .where("copied_at", "is", null)
    .where("last_used_at", ">", askedAt)
    .where("counter", ">", String(counter))
    .executeTakeFirst();
  return overtaken !== undefined;
}

/** Returns whether this call marked it. */
export async function markCopied(database: Database, passkeyId: string): Promise<boolean> {
  const marked = await database
    .updateTable("passkeys")
    .set({ copied_at: sql<Date>`now()` })
    .where("id", "=", passkeyId)
    .where("copied_at", "is", null)
    .executeTakeFirst();
  return marked.numUpdatedRows > 0n;
}
