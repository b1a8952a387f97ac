/** What the portal knows of the classes, students and teachers of a list. The order is fixed, because a run's digest covers it. */
import { sql } from "kysely";
import { levelsFrom } from "#/features/rights/levels.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { KnownClass, KnownStudent, KnownTeacher } from "./listed-roster.ts";

/** Lists the open classes of an organization, and how a list names them. */
export async function listKnownClasses(database: Database, organizationId: string): Promise<KnownClass[]> {
  const { rows } = await sql<KnownClass>`
    select g.id, g.name, c.external_id as "externalId", c.name as "listedName"
    from player_groups g left join roster_classes c on c.player_group_id = g.id
    where g.organization_id = ${organizationId}::uuid and g.group_type <> 'ARCHIVED'
    order by lower(g.name), g.id`.execute(database);
  return rows;
}

/** One statement reads so many students, within the time that a statement may take. */
const studentsAtOnce = 2000;

interface Concerned {
  organizationId: string;
  groupIds: readonly string[];
  externalIds: readonly string[];
}

/**
 * Lists the students of these classes, students with these external ids, and their classmates in classes of lists. Each has its open
 * classes. The classmates show how much of a class leaves it.
 */
export async function listKnownStudents(database: Database, concerned: Concerned): Promise<KnownStudent[]> {
  const ids = await findConcerned(database, concerned);
  const students: KnownStudent[] = [];
  for (let from = 0; from < ids.length; from += studentsAtOnce)
    students.push(...(await describeStudents(database, ids.slice(from, from + studentsAtOnce))));
  return students;
}

/**
 * In the order of their names. `offset` makes PostgreSQL look each row up by an index. Until it has counted the rows of a long run, it would
 * compare each student with each class.
 */
async function findConcerned(database: Database, { organizationId, groupIds, externalIds }: Concerned): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with listed as materialized (
      select p.id from (select distinct unnest(${[...externalIds]}::text[]) as external_id) given
      cross join lateral (
        select p.id from players p where p.organization_id = ${organizationId}::uuid and p.external_id = given.external_id offset 0
      ) p
    ), concerned as materialized (
      select unnest(${[...groupIds]}::uuid[]) as id
      union
      select c.player_group_id from (
        select distinct gp.player_group_id as id from listed l
        cross join lateral (select gp.player_group_id from player_group_players gp where gp.player_id = l.id offset 0) gp
      ) place
      cross join lateral (select c.player_group_id from roster_classes c where c.player_group_id = place.id offset 0) c
    ), found as materialized (
      select id from listed
      union
      select gp.player_id from concerned c
      cross join lateral (select gp.player_id from player_group_players gp where gp.player_group_id = c.id offset 0) gp
    )
    select p.id from found f
    cross join lateral (select p.* from players p where p.id = f.id and p.organization_id = ${organizationId}::uuid offset 0) p
    order by lower(p.name), p.id`.execute(database);
  return rows.map(({ id }) => id);
}

async function describeStudents(database: Database, ids: readonly string[]): Promise<KnownStudent[]> {
  const { rows } = await sql<KnownStudent>`
    select p.id as "playerId", p.name, p.external_id as "externalId", s.name as "listedName",
      (select min(ap.account_id::text) from account_players ap where ap.player_id = p.id) as "accountId",
      s.missing_since is not null as "isMissing", coalesce(s.is_kept, false) as "isKept",
      array(
        select g.id::text from (select gp.player_group_id as id from player_group_players gp where gp.player_id = p.id offset 0) place
        cross join lateral (select g.* from player_groups g where g.id = place.id offset 0) g
        where g.group_type <> 'ARCHIVED' and g.organization_id = p.organization_id order by g.id
      ) as "groupIds"
    from unnest(${[...ids]}::uuid[]) with ordinality given (id, place)
    cross join lateral (select p.* from players p where p.id = given.id offset 0) p
    left join lateral (select s.* from roster_students s where s.player_id = p.id offset 0) s on true
    order by given.place`.execute(database);
  return rows;
}

export interface UnreadTeacher {
  name: string;
  since: Date;
}

/**
 * Whether member `m` with account `a` is a teacher whose groups at Feide could not be read. Leaves out deactivated members, members who
 * teach no more, and members without an identity at Feide. Their logins read no groups (`listTeachersSchools`), so their note would not end.
 */
export const isUnreadTeacher = sql<boolean>`m.groups_unread_since is not null and a.status = 'ACTIVE'
  and 'manage_players' in (select h.permission_key from held_permissions(a.id, m.organization_id) h)
  and exists (select from account_identities i where i.account_id = a.id and i.provider = 'FEIDE')`;

/** Lists at most a hundred teachers whose groups at Feide could not be read, the longest unread first. */
export async function listUnreadTeachers(database: Database, organizationId: string): Promise<UnreadTeacher[]> {
  const { rows } = await sql<UnreadTeacher>`
    select coalesce(a.display_name, a.email, '-') as name, m.groups_unread_since as since
    from organization_members m join accounts a on a.id = m.account_id
    where m.organization_id = ${organizationId}::uuid and ${isUnreadTeacher}
    order by m.groups_unread_since, a.id limit 100`.execute(database);
  return rows;
}

/**
 * Lists the members who teach here and have these addresses or ids. Invited members count. It leaves out managers, who own every class
 * already.
 */
export async function listKnownTeachers(
  database: Database,
  { organizationId, emails, accountIds }: { organizationId: string; emails: readonly string[]; accountIds: readonly string[] },
): Promise<KnownTeacher[]> {
  const { rows } = await sql<KnownTeacher>`
    select a.id as "accountId", a.email, coalesce(a.display_name, a.email) as name,
      array(
        select r.player_group_id::text from account_player_group_rights r
        where r.account_id = a.id and r.rights_level = any(${levelsFrom("MODIFY")}::text[])
      ) as "groupIds"
    from accounts a join organization_members m on m.account_id = a.id and m.organization_id = ${organizationId}::uuid
    where (a.email = any(${[...emails]}::text[]) or a.id = any(${[...accountIds]}::uuid[]))
      and a.email is not null and a.status in ('ACTIVE', 'CREATED')
      and 'manage_players' in (select h.permission_key from held_permissions(a.id, ${organizationId}::uuid) h)
      and 'manage_members' not in (select h.permission_key from held_permissions(a.id, ${organizationId}::uuid) h)
    order by a.id`.execute(database);
  return rows;
}
