import { sql } from "kysely";
import { personalSections } from "@storyport/contract/personal-data";
import type { PersonalEvent, PersonalRecord, PersonalSection } from "@storyport/contract/personal-data";
import type { Database } from "#/platform/database/connect.ts";
import { accountOf, sections } from "./sections.ts";
import type { PersonAsked, SectionRow } from "./sections.ts";

/** Returns undefined for an account that does not exist or is deleted. */
export async function findPerson(database: Database, accountId: string): Promise<{ email: string | null } | undefined> {
  return database.selectFrom("accounts").select("email").where("id", "=", accountId).where("status", "<>", "DELETED").executeTakeFirst();
}

/** The time is the database's, as everywhere. */
export async function findTime(database: Database): Promise<string> {
  const { rows } = await sql<{ at: Date }>`select now() as at`.execute(database);
  return (rows[0]?.at ?? new Date()).toISOString();
}

export async function findAccountRecord(database: Database, person: PersonAsked): Promise<PersonalRecord> {
  const { rows } = await accountOf(person).execute(database);
  return asRecord(rows[0] ?? {});
}

export async function listSections(database: Database, person: PersonAsked): Promise<Record<PersonalSection, PersonalRecord[]>> {
  const listed: Partial<Record<PersonalSection, PersonalRecord[]>> = {};
  for (const name of personalSections) {
    const { rows } = await sections[name](person).execute(database);
    listed[name] = rows.map(asRecord);
  }
  return listed as Record<PersonalSection, PersonalRecord[]>;
}

function asRecord(row: SectionRow): PersonalRecord {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]));
}

const largestId = "9223372036854775807";

type EventRow = Omit<PersonalEvent, "at"> & { id: string; at: Date };

/**
 * Lists events by the person and about the person, newest first. Each branch walks its index from the newest end. The comparison of rows
 * forces that index: with a plain equality the planner may walk the primary key. The network of what another person did is that person's,
 * so it is left out.
 */
export async function listEvents(
  database: Database,
  { accountId, within }: PersonAsked,
  { before, most }: { before: string | undefined; most: number },
): Promise<EventRow[]> {
  const along = (column: "actor_id" | "target_id") => sql`
    select h.* from audit_events h
    where (h.${sql.ref(column)}, h.id) > (${accountId}::uuid, 0::bigint)
      and (h.${sql.ref(column)}, h.id) < (${accountId}::uuid, ${before ?? largestId}::bigint)
      and (${within}::uuid is null or h.organization_id is null or h.organization_id = ${within}::uuid)
    order by h.${sql.ref(column)} desc, h.id desc limit ${sql.lit(most)}`;
  const { rows } = await sql<EventRow>`
    select e.id::text as id, e.at, e.event,
      case
        when e.actor_id = ${accountId}::uuid then 'SELF'
        when e.actor_id is null then 'PORTAL'
        when exists (select from account_roles r where r.account_id = e.actor_id and r.role_key = 'admin') then 'PLATFORM'
        else 'SCHOOL'
      end as by,
      e.target_id is not distinct from ${accountId}::uuid as "isAboutSelf", o.key as organization,
      coalesce(e.details ->> 'reason', e.details ->> 'code') as reason, e.details ->> 'loginType' as "loginType",
      case when jsonb_typeof(e.details -> 'gameId') = 'number' then (e.details ->> 'gameId')::int end as "gameId",
      case when e.actor_id is null or e.actor_id = ${accountId}::uuid then e.network end as network
    from (
      select distinct on (id) * from ((${along("actor_id")}) union all (${along("target_id")})) f order by id desc limit ${sql.lit(most)}
    ) e
    left join organizations o on o.id = e.organization_id
    order by e.id desc`.execute(database);
  return rows;
}
