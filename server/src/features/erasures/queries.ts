import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { ErasedCounts, ErasureAsker } from "@storyport/contract/erasures";
import { classesOfStudent } from "#/features/qr-login/classes-of-student.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";

/** Locks the classes in which an account plays or has a badge or code, in id order. */
export async function holdClassesOf(transaction: Transaction<Tables>, accountId: string): Promise<void> {
  await sql`
    select from player_groups g where g.id in (${classesOfStudent(accountId)}) order by g.id for no key update`.execute(transaction);
}

/** Lists the classes of an organization in which an account plays, by name, without archived classes. */
export async function listClassesOf(
  database: Database,
  accountId: string,
  organizationId: string,
): Promise<{ id: string; groupName: string }[]> {
  const { rows } = await sql<{ id: string; groupName: string }>`
    select distinct g.id, g.name as "groupName" from account_players ap
    join player_group_players gp on gp.player_id = ap.player_id
    join player_groups g on g.id = gp.player_group_id
    where ap.account_id = ${accountId}::uuid and g.organization_id = ${organizationId}::uuid and g.group_type <> 'ARCHIVED'
    order by g.name, g.id`.execute(database);
  return rows;
}

export interface NewErasure {
  number: string;
  organizationId: string;
  accountId: string;
  erasedBy: string;
  askedBy: ErasureAsker;
  erased: ErasedCounts;
}

export async function insertErasure(transaction: Transaction<Tables>, erasure: NewErasure): Promise<void> {
  const { number, organizationId: organization_id, accountId: account_id, erasedBy: erased_by, askedBy: asked_by, erased } = erasure;
  await transaction
    .insertInto("erasures")
    .values({ number, organization_id, account_id, erased_by, asked_by, erased: JSON.stringify(erased) })
    .execute();
}

/** For a repeated call: finds the receipt's number that the eraser got for this account within the last hour. */
export async function findRecentErasure(
  database: Database,
  { accountId, erasedBy }: Pick<NewErasure, "accountId" | "erasedBy">,
): Promise<string | undefined> {
  const { rows } = await sql<{ number: string }>`
    select number from erasures
    where erased_by = ${erasedBy}::uuid and account_id = ${accountId}::uuid and erased_at > now() - interval '1 hour'`.execute(database);
  return rows[0]?.number;
}

export interface ErasureRow {
  number: string;
  asked_by: ErasureAsker;
  erased_at: Date;
  /** The sweep removes the receipt then. */
  kept_until: Date;
  erased: ErasedCounts;
  organization: { id: string; organization_key: string; description: string };
  /** The name of the account that erased, or else its address; null if that account is erased too. */
  eraser: string | null;
  /** Whether that account belongs to the organization. Members may read the names of members alone. */
  is_eraser_member: boolean;
}

/** Returns undefined for an unknown number, and for a receipt that is three years old. */
export async function findErasure(database: Database, number: string): Promise<ErasureRow | undefined> {
  const { rows } = await sql<ErasureRow>`
    select e.number, e.asked_by, e.erased_at, e.erased_at + interval '3 years' as kept_until, e.erased,
      json_build_object('id', o.id, 'organization_key', o.key, 'description', o.description) as organization,
      coalesce(a.display_name, a.email) as eraser,
      exists (
        select from organization_members m where m.account_id = e.erased_by and m.organization_id = e.organization_id
      ) as is_eraser_member
    from erasures e
    join organizations o on o.id = e.organization_id
    left join accounts a on a.id = e.erased_by
    where e.number = ${number} and e.erased_at > now() - interval '3 years'`.execute(database);
  return rows[0];
}
