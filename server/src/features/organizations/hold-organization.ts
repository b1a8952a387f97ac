import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";

/** Serializes the calls that change the classes of an organization by lists, until the transaction ends. */
export async function holdOrganization(transaction: Transaction<Tables>, organizationId: string): Promise<void> {
  await sql`select from organizations where id = ${organizationId}::uuid for no key update`.execute(transaction);
}
