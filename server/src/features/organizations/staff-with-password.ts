/** The staff that a demand of passkeys concerns. */
import { sql } from "kysely";
import { isOnlyStudentIn } from "#/features/rights/students.ts";
import type { Database } from "#/platform/database/connect.ts";

interface StaffMember {
  id: string;
  email: string;
  display_name: string | null;
  default_locale: string;
  /** A passkey that may have been copied does not count. */
  hasPasskey: boolean;
}

/**
 * Lists the active members with an address who may log in by password and are not only students. Leaves out members of another
 * organization that requires passkeys already, since nothing changes for them.
 */
export async function listStaffWithPassword(database: Database, organizationId: string): Promise<StaffMember[]> {
  const { rows } = await sql<StaffMember>`
    select a.id, a.email, a.display_name, a.default_locale,
      exists (select from passkeys k where k.account_id = a.id and k.copied_at is null) as "hasPasskey"
    from organization_members m
    join accounts a on a.id = m.account_id and a.status = 'ACTIVE' and a.email is not null
    join account_login_types t on t.account_id = a.id and t.login_type = 'PASSWORD'
    where m.organization_id = ${organizationId}::uuid
      and not exists (
        select from organization_members other join organizations o on o.id = other.organization_id and o.requires_passkeys
        where other.account_id = a.id and other.organization_id <> m.organization_id
      )
      and not ${isOnlyStudentIn({ id: sql`a.id`, organizationId: sql`null` })}
    order by a.id`.execute(database);
  return rows;
}
