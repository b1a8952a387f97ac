import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

export interface NewProposal {
  accountId: string;
  email: string;
  digest: Buffer;
  proposedBy: string;
  /** The organization through which the proposer reaches the account. */
  organizationId: string | undefined;
  validForSeconds: number;
}

/** Stores the account's only proposal. An earlier proposal is replaced, and its link stops working. */
export async function upsertProposal(database: Database, proposal: NewProposal): Promise<void> {
  const { accountId, email, digest, proposedBy, organizationId = null, validForSeconds } = proposal;
  await sql`
    insert into email_proposals (account_id, email, digest, proposed_by, organization_id, expires_at)
    values (${accountId}::uuid, ${email}, ${digest}, ${proposedBy}::uuid, ${organizationId}::uuid,
      now() + make_interval(secs => ${validForSeconds}::float8))
    on conflict (account_id) do update set email = excluded.email, digest = excluded.digest, proposed_by = excluded.proposed_by,
      organization_id = excluded.organization_id, proposed_at = now(), expires_at = excluded.expires_at`.execute(database);
}

export interface ProposalRow {
  account_id: string;
  /** The proposed address. */
  email: string;
  present_email: string | null;
  organization_id: string | null;
  organization_key: string | null;
  proposed_at: Date;
  expires_at: Date;
}

/** Finds an open proposal by the token of the e-mail or by the account. */
export async function findProposal(database: Database, by: { digest: Buffer } | { accountId: string }): Promise<ProposalRow | undefined> {
  const isWanted = "digest" in by ? sql`p.digest = ${by.digest}` : sql`p.account_id = ${by.accountId}::uuid`;
  const { rows } = await sql<ProposalRow>`
    select p.account_id, p.email, a.email as present_email, p.organization_id, o.key as organization_key, p.proposed_at, p.expires_at
    from email_proposals p join accounts a on a.id = p.account_id left join organizations o on o.id = p.organization_id
    where ${isWanted} and p.expires_at > now()`.execute(database);
  return rows[0];
}

export interface TakenProposal {
  email: string;
  organization_id: string | null;
}

/**
 * Deletes the account's open proposal and returns it. If several calls race, one call gets it. With the digest of an older link it returns
 * undefined. Without a digest it takes any proposal, and the caller compares its address (`decide`).
 */
export async function takeProposal(
  database: Database,
  { accountId, digest }: { accountId: string; digest?: Buffer | undefined },
): Promise<TakenProposal | undefined> {
  return database
    .deleteFrom("email_proposals")
    .where("account_id", "=", accountId)
    .$if(digest !== undefined, (query) => query.where("digest", "=", digest ?? Buffer.alloc(0)))
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["email", "organization_id"])
    .executeTakeFirst();
}

export async function isEmailTaken(database: Database, email: string): Promise<boolean> {
  return (await database.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirst()) !== undefined;
}

/** Counts the e-mails of one kind that the portal wrote to an address within the last day. */
export async function countLettersTo(database: Database, { recipient, letter }: { recipient: string; letter: string }): Promise<number> {
  const { written } = await database
    .selectFrom("outbox")
    .select(sql<number>`count(*)::int`.as("written"))
    .where("recipient", "=", recipient)
    .where("letter", "=", letter)
    .where("created_at", ">", sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return written;
}
