import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { AccountStatus } from "@storyport/contract/vocabulary";
import { holdAccount } from "#/features/accounts/hold-account.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { isLiveLink, wrongAddresses } from "./live-link.ts";

export type LinkPurpose = Tables["account_links"]["purpose"];

/**
 * Locks the account, so that counts read afterwards stay true until the transaction ends. Returns whether the account still
 * exists, since the lock may have waited for its erasure.
 */
export async function lockLinks(transaction: Transaction<Tables>, accountId: string): Promise<boolean> {
  const held = await holdAccount(transaction, accountId, "update");
  return held !== undefined && held.status !== "DELETED";
}

/**
 * Counts the letters of a kind to an account within the last hour and day. `cause`: a login or an action of staff brought them. Includes
 * letters to the same address through other accounts, because a creator of accounts could reuse one address.
 */
export async function countLinkLetters(
  database: Database,
  { accountId, name, cause }: { accountId: string; name: string; cause: "LOGIN" | "STAFF" },
): Promise<{ hour: number; day: number }> {
  return database
    .selectFrom("outbox")
    .select([
      sql<number>`(count(*) filter (where created_at > now() - interval '1 hour'))::int`.as("hour"),
      sql<number>`count(*)::int`.as("day"),
    ])
    .where(sql<boolean>`(account_id = ${accountId}::uuid or recipient = (select email from accounts where id = ${accountId}::uuid))`)
    .where("letter", "=", name)
    .where("cause", "=", cause)
    .where("created_at", ">", sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
}

/** Only the newest link of a purpose is valid. */
export async function replaceLinks(database: Database, accountId: string, purpose: LinkPurpose): Promise<void> {
  await database
    .updateTable("account_links")
    .set({ replaced_at: sql<Date>`now()` })
    .where("account_id", "=", accountId)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("replaced_at", "is", null)
    .execute();
}

export interface NewLink {
  accountId: string;
  purpose: LinkPurpose;
  digest: Buffer;
  validForSeconds: number;
}

/** Returns the time of expiry. */
export async function insertLink(database: Database, link: NewLink): Promise<Date> {
  const { expires_at } = await database
    .insertInto("account_links")
    .values({
      account_id: link.accountId,
      purpose: link.purpose,
      digest: link.digest,
      expires_at: sql<Date>`now() + make_interval(secs => ${link.validForSeconds})`,
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return expires_at;
}

export interface LinkProof {
  token: Buffer;
  purposes: readonly LinkPurpose[];
}

const fits = ({ token, purposes }: LinkProof) => sql<boolean>`l.digest = ${token} and l.purpose = any(${purposes}::text[])`;

export interface LinkedAccount {
  link_id: string;
  account_id: string;
  email: string;
  display_name: string | null;
  default_locale: string;
  status: AccountStatus;
  /** Whether the owner has ever logged in (DESIGN A26). */
  has_logged_in: boolean;
  is_owner: boolean;
}

const linkedAccount = sql`l.id as link_id, a.id as account_id, a.email, a.display_name, a.default_locale, a.status,
  a.first_logged_in_at is not null as has_logged_in`;

/** Checks and counts in one statement, so that concurrent wrong addresses get five tries at most. */
export async function tryLiveLink(database: Database, proof: LinkProof, email: string): Promise<LinkedAccount | undefined> {
  const { rows } = await sql<LinkedAccount>`
    update account_links l set failed_attempts = l.failed_attempts + case when a.email = ${email} then 0 else 1 end
    from accounts a
    where a.id = l.account_id and a.status <> 'DELETED' and ${fits(proof)} and ${isLiveLink}
    returning ${linkedAccount}, a.email = ${email} as is_owner`.execute(database);
  return rows[0];
}

/** Reads only. Compares no address, so `is_owner` is always true. */
export async function findLiveLink(database: Database, proof: LinkProof): Promise<LinkedAccount | undefined> {
  const { rows } = await sql<LinkedAccount>`
    select ${linkedAccount}, true as is_owner from account_links l join accounts a on a.id = l.account_id
    where a.status <> 'DELETED' and ${fits(proof)} and ${isLiveLink}`.execute(database);
  return rows[0];
}

/** Returns whether this call used the link up. If several calls race, a single call does. */
export async function consumeLink(database: Database, linkId: string): Promise<boolean> {
  const { rows } = await sql`
    update account_links l set used_at = now() where l.id = ${linkId}::uuid and ${isLiveLink} returning l.id`.execute(database);
  return rows.length > 0;
}

/** UNKNOWN: it never existed, was swept, or went with its account's erasure. */
export type DeadLink = "EXPIRED" | "REPLACED" | "UNKNOWN" | "USED" | "WRONG_EMAILS";

/** Returns why a link is dead. Returns undefined if the link itself works, and its account is the reason. */
export async function findDeath(database: Database, proof: LinkProof): Promise<DeadLink | undefined> {
  const { rows } = await sql<{ death: DeadLink | null }>`
    select case
      when l.used_at is not null then 'USED'
      when l.failed_attempts >= ${wrongAddresses} then 'WRONG_EMAILS'
      when l.replaced_at is not null and exists (
        select from account_links n where n.account_id = l.account_id and n.purpose = l.purpose and n.created_at > l.created_at
          and n.used_at is null and n.replaced_at is null
      ) then 'REPLACED'
      -- Without a newer link that works it was ended, as by a deactivation. The text for an expired link says what helps.
      when l.replaced_at is not null or l.expires_at <= now() then 'EXPIRED'
    end as death
    from account_links l where ${fits(proof)}`.execute(database);
  const [link] = rows;
  return link === undefined ? "UNKNOWN" : (link.death ?? undefined);
}
