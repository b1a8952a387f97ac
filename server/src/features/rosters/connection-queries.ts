import type { RosterMode, RosterSource } from "@storyport/contract/rosters";
import type { Database } from "#/platform/database/connect.ts";
import { isUniqueViolation } from "#/platform/database/database-faults.ts";
import { Refusal } from "#/platform/refusal.ts";

export interface Connection {
  source: RosterSource;
  mode: RosterMode;
  school_number: string | null;
}

export async function findConnection(database: Database, organizationId: string): Promise<Connection | undefined> {
  return database
    .selectFrom("roster_connections")
    .select(["source", "mode", "school_number"])
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
}

/** Refuses the number of a school that another organization has with errors.rosterSchoolTaken. */
export async function saveConnection(
  database: Database,
  {
    organizationId,
    source,
    mode,
    schoolNumber,
    createdBy,
  }: { organizationId: string; createdBy: string; schoolNumber: string | null } & Omit<Connection, "school_number">,
): Promise<void> {
  const values = { source, mode, school_number: schoolNumber, created_by: createdBy };
  try {
    await database
      .insertInto("roster_connections")
      .values({ organization_id: organizationId, ...values })
      .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(values))
      .execute();
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal("errors.rosterSchoolTaken") : error;
  }
}

/** Returns false if there was none. */
export async function deleteConnection(database: Database, organizationId: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom("roster_connections")
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
