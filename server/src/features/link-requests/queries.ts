import { sql } from "kysely";
import type { AccountStatus, LoginType } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";

export type LinkRequest = Pick<Tables["link_requests"], "purpose" | "email" | "request_id" | "network">;

/** Does not repeat a request that is already waiting. */
export async function insertRequest(database: Database, request: LinkRequest): Promise<void> {
  await database
    .insertInto("link_requests")
    .values(request)
    .onConflict((conflict) => conflict.columns(["purpose", "email"]).doNothing())
    .execute();
}

/**
 * Claims a request by postponing its next try. If this process dies, another process claims it later. A separate subquery finds the
 * request: in a join PostgreSQL may evaluate it per row and would postpone different requests.
 */
export async function claimRequest(database: Database): Promise<LinkRequest | undefined> {
  const { rows } = await sql<LinkRequest>`
    update link_requests set answer_after = now() + interval '1 minute'
    where (purpose, email) = (
      select purpose, email from link_requests where answer_after <= now() order by answer_after limit 1 for update skip locked
    )
    returning purpose, email, request_id, network`.execute(database);
  return rows[0];
}

export async function deleteRequest(database: Database, { purpose, email }: LinkRequest): Promise<void> {
  await database.deleteFrom("link_requests").where("purpose", "=", purpose).where("email", "=", email).execute();
}

export interface AskingAccount {
  id: string;
  email: string;
  display_name: string | null;
  default_locale: string;
  status: AccountStatus;
  login_types: LoginType[];
  has_password: boolean;
  has_identity: boolean;
  /** Whether it has a password that has not expired. */
  password_works: boolean;
}

/** Finds the account for which a link was requested, by its e-mail address. */
export async function findAskingAccount(database: Database, email: string): Promise<AskingAccount | undefined> {
  const { rows } = await sql<AskingAccount>`
    select a.id, a.email, a.display_name, a.default_locale, a.status,
      a.password_hash is not null and not a.password_expired as password_works,
      a.password_hash is not null as has_password,
      exists (select from account_identities i where i.account_id = a.id) as has_identity,
      array(select t.login_type from account_login_types t where t.account_id = a.id order by t.login_type) as login_types
    from accounts a where a.email = ${email} and a.status <> 'DELETED'`.execute(database);
  return rows[0];
}
