/** Statements of the work that no person starts (`read-groups.ts`, `run-nightly.ts`), and the recent losses that each comparison reads. */
import { limits } from "@storyport/contract/limits";
import type { RosterMode } from "@storyport/contract/rosters";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

export interface TeachersSchool {
  organizationId: string;
  /** Feide's number of the school. */
  schoolNumber: string;
  mode: RosterMode;
  /** The teacher. */
  accountId: string;
  locale: string;
}

/** Lists the schools connected to Feide's groups in which an active account teaches. */
export async function listTeachersSchools(database: Database, accountId: string): Promise<TeachersSchool[]> {
  const { rows } = await sql<TeachersSchool>`
    select c.organization_id as "organizationId", c.school_number as "schoolNumber", c.mode, a.id as "accountId", a.default_locale as locale
    from roster_connections c
    join organization_members m on m.organization_id = c.organization_id
    join accounts a on a.id = m.account_id and a.status = 'ACTIVE'
    where a.id = ${accountId}::uuid and c.source = 'FEIDE'
      and 'manage_players' in (select h.permission_key from held_permissions(a.id, c.organization_id) h)
    order by c.organization_id`.execute(database);
  return rows;
}

/** Runs that wait at two in the morning are due, in the time zone of the settings. */
const hour = 2;

/** SQL for the latest two o'clock that has passed. */
function lastNight(timeZone: string): RawBuilder<Date> {
  const shifted = sql`date_trunc('day', (now() at time zone ${timeZone}::text) - make_interval(hours => ${hour}::int))`;
  return sql`((${shifted} + make_interval(hours => ${hour}::int)) at time zone ${timeZone}::text)`;
}

export interface DueRun {
  id: string;
  organizationId: string;
  /** The person who made the run. It is applied in their name. */
  accountId: string;
  locale: string;
}

/**
 * Lists runs that waited when the night came, of organizations that apply them by night. The person who made the run must still have the
 * permissions that making it needs. A file needs those of `requireRosterReach`, and Feide's groups need those of a teacher. Runs with
 * questions wait for a person, and so do STOPPED runs. With `runId` lists that run alone.
 */
export async function listDueRuns(database: Database, timeZone: string, runId?: string): Promise<DueRun[]> {
  const { rows } = await sql<DueRun>`
    select r.id, r.organization_id as "organizationId", a.id as "accountId", a.default_locale as locale
    from roster_runs r
    join roster_connections c on c.organization_id = r.organization_id and c.source = r.source and c.mode = 'NIGHTLY'
    join accounts a on a.id = r.made_by and a.status = 'ACTIVE'
    where (${runId ?? null}::uuid is null or r.id = ${runId ?? null}::uuid)
      and r.decided_at is null and r.status = 'CHECKED' and (r.counts ->> 'CONFLICT')::int = 0 and r.made_at < ${lastNight(timeZone)}
      and 'manage_players' in (select h.permission_key from held_permissions(a.id, r.organization_id) h)
      and (r.source = 'FEIDE' or 'manage_members' in (select h.permission_key from held_permissions(a.id, r.organization_id) h))
    order by r.made_at, r.id`.execute(database);
  return rows;
}

/**
 * Returns the students who left or moved away in the last days, by class. A student does not count if a person decided the last departure,
 * or confirmed it on the class's page. An undone run does not count, nor a change that was skipped (it has no `made`).
 */
export async function listLost(database: Database, organizationId: string): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ groupId: string; playerIds: string[] }>`
    select gone.group_id as "groupId", array_agg(distinct gone.player_id::text) as "playerIds"
    from (
      select distinct on (l.group_id, c.player_id) l.group_id, c.player_id, r.decided_by is not null or c.change ? 'isConfirmed' as is_decided
      from roster_runs r join roster_changes c on c.run_id = r.id
        cross join lateral (select coalesce(c.change ->> 'fromGroupId', c.change ->> 'groupId') as group_id) l
      where r.organization_id = ${organizationId}::uuid and r.status = 'APPLIED'
        and r.decided_at > now() - make_interval(days => ${limits.rosters.stopDays}::int)
        and (c.kind = 'LEFT' or (c.kind = 'MOVED' and c.change ? 'fromGroupId'))
        and c.change ? 'made' and c.player_id is not null
      order by l.group_id, c.player_id, r.decided_at desc
    ) gone
    where not gone.is_decided
    group by gone.group_id`.execute(database);
  return new Map(rows.map(({ groupId, playerIds }) => [groupId, new Set(playerIds)]));
}

export interface ToldOrganization {
  id: string;
  key: string;
}

/**
 * Returns the organizations with runs that waited when the night came and still wait, each once a night. Leaves out the organizations
 * `except`, in which another process applies a list. If several processes race, one gets the organization.
 */
export async function takeOrganizationsToTell(
  database: Database,
  timeZone: string,
  except: readonly string[],
): Promise<ToldOrganization[]> {
  const { rows } = await sql<ToldOrganization>`
    update roster_connections c set told_at = now()
    from organizations o
    where o.id = c.organization_id and o.id <> all(${[...except]}::uuid[]) and (c.told_at is null or c.told_at < ${lastNight(timeZone)})
      and exists (
        select from roster_runs r
        where r.organization_id = c.organization_id and r.decided_at is null and r.made_at < ${lastNight(timeZone)}
      )
    returning o.id, o.key`.execute(database);
  return rows;
}
