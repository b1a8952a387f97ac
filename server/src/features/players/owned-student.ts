import { sql } from "kysely";
import { levelsOnGroups } from "#/features/player-groups/levels-on-groups.ts";
import { reaches } from "#/features/rights/levels.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import { isOnlyStudent } from "#/features/rights/students.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";

export interface OwnedStudent {
  id: string;
  email: string | null;
  display_name: string | null;
  default_locale: string;
  /** The student's only organization. */
  organizationId: string;
  /** How many of the student's players another account plays too. */
  sharedPlayers: number;
}

interface StudentFacts {
  id: string;
  email: string | null;
  display_name: string | null;
  default_locale: string;
  /** The roles in all organizations and on the platform. */
  roles: string[];
  organization_ids: string[];
  /** Leaves out classes of a school that the student left. Rights on them are no rights to the account (docs/decisions/0025). */
  class_ids: string[];
  shared_players: number;
}

/**
 * Finds a student whose data the caller may erase or export. The caller is OWNER of an open class of the student, or administrator. Refuses
 * any account except students with errors.notFound, and for other callers than administrators also students without a class in reach. Refuses
 * too low a level with errors.notAllowed. Refuses a student with further roles, or with several schools or none, with errors.moreThanStudent.
 */
export async function ownedStudent(database: Database, session: Session, accountId: string): Promise<OwnedStudent> {
  const facts = await findStudentFacts(database, accountId);
  if (facts === undefined || !facts.roles.includes("student")) throw new Refusal("errors.notFound");
  if (!isAdministrator(session)) await requireOwner(database, session, facts.class_ids);
  const [organizationId, ...others] = facts.organization_ids;
  if (!isOnlyStudent(facts.roles) || organizationId === undefined || others.length > 0) throw new Refusal("errors.moreThanStudent");
  const { id, email, display_name, default_locale, shared_players: sharedPlayers } = facts;
  return { id, email, display_name, default_locale, organizationId, sharedPlayers };
}

async function requireOwner(database: Database, session: Session, classIds: readonly string[]): Promise<void> {
  const levels = [...(await levelsOnGroups(database, session, classIds)).values()];
  if (levels.length === 0) throw new Refusal("errors.notFound");
  if (!levels.some((level) => reaches(level, "OWNER"))) throw new Refusal("errors.notAllowed");
}

async function findStudentFacts(database: Database, accountId: string): Promise<StudentFacts | undefined> {
  const { rows } = await sql<StudentFacts>`
    select a.id, a.email, a.display_name, a.default_locale,
      (select held.roles from held_rights(a.id, null) held) as roles,
      array(select m.organization_id::text from organization_members m where m.account_id = a.id) as organization_ids,
      array(
        select distinct g.id::text from account_players ap join player_group_players gp on gp.player_id = ap.player_id
        join player_groups g on g.id = gp.player_group_id
        join organization_members m on m.account_id = a.id and m.organization_id = g.organization_id
        where ap.account_id = a.id
      ) as class_ids,
      (
        select count(*)::int from account_players own where own.account_id = a.id
          and exists (select from account_players other where other.player_id = own.player_id and other.account_id <> a.id)
      ) as shared_players
    from accounts a where a.id = ${accountId}::uuid and a.status <> 'DELETED'`.execute(database);
  return rows[0];
}
