import type { RosterMode, RosterSource } from "@storyport/contract/rosters";
import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import { isUniqueViolation } from "#/platform/database/database-faults.ts";
import { Refusal } from "#/platform/refusal.ts";
import { isUnreadTeacher } from "./known-queries.ts";

export interface Connection {
  source: RosterSource;
  mode: RosterMode;
  /** The school's number at Feide; null for files. */
  school_number: string | null;
  /** The last reading of Feide's groups that worked; null before the first. */
  read_at: Date | null;
  /** The first of the readings that failed in a row; null if the last worked. */
  failing_since: Date | null;
}

/** Finds where the organization's lists come from; undefined if it is not connected. */
export async function findConnection(database: Database, organizationId: string): Promise<Connection | undefined> {
  return database
    .selectFrom("roster_connections")
    .select(["source", "mode", "school_number", "read_at", "failing_since"])
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
}

const isSameSchool = sql`roster_connections.school_number is not distinct from excluded.school_number`;
/** What is known of the readings at Feide is about one school. */
const forSameSchool = {
  read_at: sql<Date | null>`case when ${isSameSchool} then roster_connections.read_at end`,
  failing_since: sql<Date | null>`case when ${isSameSchool} then roster_connections.failing_since end`,
};

/** Creates or replaces the connection. Refuses the number of a school that another organization has with errors.rosterSchoolTaken. */
export async function saveConnection(
  database: Database,
  {
    organizationId,
    source,
    mode,
    schoolNumber,
    createdBy,
  }: { organizationId: string; createdBy: string; schoolNumber: string | null } & Pick<Connection, "source" | "mode">,
): Promise<void> {
  const values = { source, mode, school_number: schoolNumber, created_by: createdBy };
  try {
    await database
      .insertInto("roster_connections")
      .values({ organization_id: organizationId, ...values })
      .onConflict((conflict) => conflict.column("organization_id").doUpdateSet({ ...values, ...forSameSchool }))
      .execute();
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal("errors.rosterSchoolTaken") : error;
  }
}

interface SchoolOfFeide {
  organizationId: string;
  schoolNumber: string;
}

/** Notes whether Feide's groups could be read for these schools. A school that got another number during the reading was not read. */
export async function noteReading(database: Database, schools: readonly SchoolOfFeide[], isRead: boolean): Promise<void> {
  const noted = isRead ? { read_at: sql<Date>`now()`, failing_since: null } : { failing_since: sql<Date>`coalesce(failing_since, now())` };
  await database
    .updateTable("roster_connections")
    .set(noted)
    .where((row) =>
      row.or(
        schools.map(({ organizationId: organization_id, schoolNumber: school_number }) => row.and({ organization_id, school_number })),
      ),
    )
    .where("source", "=", "FEIDE")
    .execute();
}

/**
 * Notes that Feide is away for organizations in which it refused two teachers. No reading worked in between, so it refuses everybody. It is
 * away since the first refusal.
 */
export async function noteRefusals(database: Database, organizationIds: readonly string[]): Promise<void> {
  await sql`
    update roster_connections c set failing_since = unread.since
    from (
      select m.organization_id, min(m.groups_refused_since) as since
      from roster_connections r join organization_members m on m.organization_id = r.organization_id join accounts a on a.id = m.account_id
      where r.organization_id = any(${[...organizationIds]}::uuid[]) and ${isUnreadTeacher} and m.groups_refused_since is not null
      group by m.organization_id having count(*) > 1
    ) unread
    where c.organization_id = unread.organization_id and c.source = 'FEIDE' and c.failing_since is null`.execute(database);
}

/** Returns false if there was none. */
export async function deleteConnection(database: Database, organizationId: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom("roster_connections")
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
